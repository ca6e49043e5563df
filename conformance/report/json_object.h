// Writes a JSON object member by member. A callback writes the members of a nested object.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/client/json.h"
#include "conformance/report/readable_text.h"

namespace holdfast::conformance {

// The constructor begins the JSON object, and the destructor ends it. In strings and names, U+FFFD replaces each byte
// that belongs to no UTF-8 character.
class JsonObject {
 public:
  explicit JsonObject(JsonWriter* json) : json_(*json) { json_.StartObject(); }
  ~JsonObject() { json_.EndObject(); }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  void Text(std::string_view name, std::string_view text) {
    Key(name);
    WriteString(json_, ToValidUtf8(text));
  }
  void Integer(std::string_view name, int64_t number) {
    Key(name);
    json_.Int64(number);
  }
  // Rounded to six decimal places; null if `number` is not finite.
  void Real(std::string_view name, double number) {
    Key(name);
    std::isfinite(number) ? json_.Double(std::round(number * 1e6) / 1e6) : json_.Null();
  }
  void Boolean(std::string_view name, bool truth) {
    Key(name);
    json_.Bool(truth);
  }
  void Null(std::string_view name) {
    Key(name);
    json_.Null();
  }
  // `fill` takes a JsonObject&.
  template <typename Fill>
  void Object(std::string_view name, const Fill& fill) {
    Key(name);
    JsonObject object(&json_);
    fill(object);
  }
  // `fill` takes a JsonObject& and an element of `things`.
  template <typename Things, typename Fill>
  void Objects(std::string_view name, const Things& things, const Fill& fill) {
    Array(name, things, [&fill](JsonWriter& json, const auto& thing) {
      JsonObject object(&json);
      fill(object, thing);
    });
  }
  template <typename Things>
  void Texts(std::string_view name, const Things& things) {
    Array(name, things, [](JsonWriter& json, const auto& thing) { WriteString(json, ToValidUtf8(thing)); });
  }
  // `write` takes a JsonWriter& and an element of `things`.
  template <typename Things, typename Write>
  void Array(std::string_view name, const Things& things, const Write& write) {
    Key(name);
    json_.StartArray();
    for (const auto& thing : things) write(json_, thing);
    json_.EndArray();
  }

 private:
  void Key(std::string_view name) { WriteString(json_, ToValidUtf8(name)); }

  JsonWriter& json_;
};

// One JSON object, followed by a line feed. `fill` takes a JsonObject&.
template <typename Fill>
std::string FormatJsonDocument(const Fill& fill) {
  rapidjson::StringBuffer text;
  JsonWriter json(text);
  {
    JsonObject object(&json);
    fill(object);
  }
  return std::string(text.GetString(), text.GetSize()) + "\n";
}

}  // namespace holdfast::conformance
