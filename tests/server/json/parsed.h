// A JSON text, parsed as the server parses it, for tests of decoders.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "server/json/json_document.h"

namespace holdfast::server {

class Parsed {
 public:
  explicit Parsed(std::string_view text) : body_(text) {
    Decoded<const rapidjson::Value*> root = document_.Parse(&body_);
    EXPECT_TRUE(root.ok()) << "not JSON: " << text;
    if (root.ok()) root_ = root.value();
  }
  operator const rapidjson::Value&() const { return *root_; }
  const rapidjson::Value& operator*() const { return *root_; }

 private:
  std::string body_;
  JsonDocument document_;
  rapidjson::Value null_;
  const rapidjson::Value* root_ = &null_;
};

// The message of a SerializationException, `<none>` if it has no message, `<ok>` if there is no exception.
template <typename T>
std::string Message(const Decoded<T>& decoded) {
  return decoded.ok() ? "<ok>" : decoded.error().message.value_or("<none>");
}

}  // namespace holdfast::server
