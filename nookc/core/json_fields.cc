#include "nookc/core/json_fields.h"

#include <cmath>
#include <sstream>

#include "nookc/core/json.h"

namespace nookc {
namespace {

using Json = nlohmann::json;

// "-0.5", without the zeros that std::to_string appends.
std::string short_number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

}  // namespace

const Json& JsonFields::at(const Json& object, const char* key) const {
  static const Json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(key);
  return found != object.end() ? *found : nothing;
}

int64_t JsonFields::whole(const Json& object, const char* key, int64_t least, int64_t most) {
  const std::optional<int64_t> number = whole_number(at(object, key), least, most);
  if (!number)
    fault(key,
          least == most ? std::to_string(least)
                        : "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
          at(object, key));
  return number.value_or(0);
}

int64_t JsonFields::whole_or(const Json& object, const char* key, int64_t otherwise) {
  return at(object, key).is_null() ? otherwise : whole(object, key);
}

double JsonFields::real(const Json& object, const char* key, double least, double most) {
  const Json& value = at(object, key);
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (number >= least && number <= most) return number;
  fault(key, "a number from " + short_number(least) + " to " + short_number(most), value);
  return 0;
}

std::string JsonFields::text(const Json& object, const char* key) {
  const Json& value = at(object, key);
  if (!value.is_string()) fault(key, "a text", value);
  return value.is_string() ? value.get<std::string>() : std::string();
}

const Json& JsonFields::list(const Json& object, const char* key) {
  static const Json none = Json::array();
  const Json& value = at(object, key);
  if (value.is_array()) return value;
  fault(key, "a list", value);
  return none;
}

void JsonFields::fault(const std::string& key, const std::string& need, const Json& have) {
  refuse(key, "need " + need + ", have " + (have.is_null() ? "nothing" : excerpt(have)), otherwise_.hint);
}

void JsonFields::refuse(const std::string& key, const std::string& what, const std::string& hint) {
  if (fault_) return;
  fault_ = otherwise_;
  fault_->where += ": " + key, fault_->what = what, fault_->hint = hint;
}

}  // namespace nookc
