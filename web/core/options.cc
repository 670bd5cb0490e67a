#include "web/core/options.h"

#include <algorithm>
#include <cstdlib>

#include "nookc/core/json.h"
#include "nookc/core/text.h"

namespace nookc::web {
namespace {

using Json = nlohmann::json;

constexpr int64_t kMost = INT32_MAX;

// Sets an option to a text value, and adds it to the command line.
Status set_text(const Option& option, const std::string& value) {
  if (value.empty()) return usage(option.key, "it is empty", "leave it out");
  if (!option.one_of.empty() && std::ranges::find(option.one_of, value) == option.one_of.end())
    return usage(option.key, "there is no '" + value + "'", "one of " + join_text(option.one_of));
  option.set(value);
  return Done{};
}

Status set(const Option& option, const Json& value, std::string& line) {
  const auto wrong = [&](const char* need) {
    return usage(option.key, "need " + std::string(need) + ", have " + excerpt(value), {});
  };
  const auto add = [&](const std::string& text) {
    if (*option.flag) line += ' ' + std::string(option.flag) + text;
  };
  switch (option.kind) {
    case Kind::kText:
      if (!value.is_string()) return wrong("a text");
      add(' ' + value.get<std::string>());
      return set_text(option, value.get<std::string>());
    case Kind::kFlag:
      if (!value.is_boolean()) return wrong("true or false");
      if (value.get<bool>()) add(""), option.set("");
      return Done{};
    case Kind::kNames:
      if (value == false) return Done{};
      if (value != true && !value.is_string()) return wrong("true, or names separated by commas");
      add(value == true ? "" : '=' + value.get<std::string>());
      return set_text(option, value == true ? "*" : value.get<std::string>());
    case Kind::kList:
      if (!value.is_array()) return wrong("a list of texts");
      for (const Json& one : value) {
        if (!one.is_string()) return wrong("a list of texts");
        add(' ' + one.get<std::string>());
        if (const Status done = set_text(option, one.get<std::string>()); !done) return done;
      }
      return Done{};
    case Kind::kNumber:
    case Kind::kIndex: {
      const int64_t least = option.kind == Kind::kNumber ? 1 : 0;
      const std::optional<int64_t> number = whole_number(value, least, kMost);
      if (!number) return wrong(least > 0 ? "a whole number from 1 on" : "a whole number from 0 on");
      add(' ' + std::to_string(*number));
      option.set(std::to_string(*number));
      return Done{};
    }
    case Kind::kReal:
      if (!value.is_number() || value.get<double>() < 0) return wrong("a number from 0 on");
      add(' ' + value.dump());
      option.set(value.dump());
      return Done{};
  }
  return Done{};
}

}  // namespace

std::function<void(const std::string&)> into(std::string& to) {
  return [&to](const std::string& value) { to = value; };
}
std::function<void(const std::string&)> into(bool& to) {
  return [&to](const std::string&) { to = true; };
}
std::function<void(const std::string&)> into(std::vector<std::string>& to) {
  return [&to](const std::string& value) { to.push_back(value); };
}
std::function<void(const std::string&)> into(int& to) {
  return [&to](const std::string& value) { to = std::atoi(value.c_str()); };
}
std::function<void(const std::string&)> into(double& to) {
  return [&to](const std::string& value) { to = std::strtod(value.c_str(), nullptr); };
}

Status read_options(const Json& given, const std::vector<Option>& all, std::string& line) {
  if (!given.is_object()) return usage("options", "need an object, have " + excerpt(given), {});
  for (const auto& [key, value] : given.items()) {
    std::vector<std::string> keys;
    for (const Option& option : all) keys.emplace_back(option.key);
    if (std::ranges::find(keys, key) == keys.end())
      return usage("options", "there is no '" + printable(key) + "'", "options: " + join_text(keys));
  }
  for (const Option& option : all)
    if (const auto value = given.find(option.key); value != given.end() && !value->is_null())
      if (const Status done = set(option, *value, line); !done) return done;
  return Done{};
}

Diag usage(const std::string& where, const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2000", where, what, hint};
}

}  // namespace nookc::web
