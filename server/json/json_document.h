// Parses one request body after another in situ: strings are decoded in the body's buffer, which is overwritten.
//
//   JsonDocument document;                            one per thread; its memory is used again for each request
//   Decoded<const rapidjson::Value*> body = document.Parse(&request_body);
//   Decoded<PutItemRequest> request = DecodePutItem(*body.value());
//
// Refuses, with a SerializationException without a message, text that is not JSON (RFC 8259) or not UTF-8, an escaped
// surrogate without its other half, text after the document, and nesting deeper than kJsonNestingMax. Accepts several
// members with the same name; StructureReader takes the last one. Not thread-safe.
#pragma once

#include <memory>
#include <string>

#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// How deeply arrays and objects may be nested. DynamoDB's own bound is not known. A value of 32 levels, DynamoDB's
// documented limit, takes 65: {"M": {…}} is two for each level, {"S": …} is one. For values far beyond that limit
// DynamoDB still reports a ValidationException. This bound admits them, and limits the stack of the recursive readers.
inline constexpr int kJsonNestingMax = 1000;

class JsonDocument {
 public:
  JsonDocument();
  ~JsonDocument();
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  // Returns the tree. It and its strings, which point into `*body`, are valid until the next Parse or Clear, or until
  // the body changes. Overwrites the body, and may reallocate it, since the parser reads a few bytes past its end. Any
  // JSON value is accepted; the operation's decoder checks that it is an object, because DynamoDB first reports an
  // unknown operation or a failed authentication.
  Decoded<const rapidjson::Value*> Parse(std::string* body);

  // Frees the tree, and the memory that a large request needed.
  void Clear();

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace holdfast::server
