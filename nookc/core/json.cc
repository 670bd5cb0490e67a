#include "nookc/core/json.h"

#include <algorithm>
#include <set>
#include <vector>

#include "nookc/core/read_file.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

using Json = nlohmann::json;

constexpr size_t kExcerpt = 80;  // bytes

// Checks a text before values are built from it. The event reader needs no stack for nested values.
class Check : public nlohmann::json_sax<Json> {
 public:
  std::string wrong;  // the error; empty: none

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return open(); }
  bool start_array(size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (keys_.back().insert(name).second) return true;
    wrong = "the key '" + printable(name.substr(0, kExcerpt)) + "' occurs twice in one object";
    return false;
  }
  bool parse_error(size_t position, const std::string& last, const nlohmann::detail::exception&) override {
    wrong = "it is not JSON, at byte " + std::to_string(position) + ", near '" +
            printable(last.substr(0, kExcerpt)) + "'";
    return false;
  }

 private:
  bool open() {
    keys_.emplace_back();
    if (keys_.size() <= kMaxJsonDepth) return true;
    wrong = "it is nested deeper than " + std::to_string(kMaxJsonDepth) + " levels";
    return false;
  }
  bool close() {
    keys_.pop_back();
    return true;
  }
  std::vector<std::set<std::string>> keys_;  // keys of the objects that are still open
};

}  // namespace

Result<Json> parse_json(std::string_view text, Diag otherwise) {
  Check check;
  if (Json::sax_parse(text, &check)) return Json::parse(text, nullptr, false);
  otherwise.what = check.wrong;
  return otherwise;
}

Result<Json> read_json(const std::filesystem::path& file, Diag otherwise) {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  return parse_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, std::move(otherwise));
}

std::optional<int64_t> whole_number(const Json& json, int64_t least, int64_t most) {
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX))
    return std::nullopt;
  const int64_t value = json.get<int64_t>();
  if (value < least || value > most) return std::nullopt;
  return value;
}

std::string excerpt(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= kExcerpt ? printable(text) : printable(text.substr(0, kExcerpt)) + "...";
}

}  // namespace nookc
