#include "nookc/front/data/npy_header.h"

#include <charconv>
#include <set>

#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr size_t kMaxDimensions = 32;  // NumPy's limit

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool take(std::string_view word) {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  bool string(std::string& to) {
    const char quote = take("'") ? '\'' : take("\"") ? '"' : '\0';
    const size_t end = quote ? text_.find(quote, at_) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    to = text_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }
  // Skips the list that NumPy writes for records: its elements are not needed.
  bool list(std::string& to) {
    if (!take("[")) return false;
    int depth = 1;
    const size_t first = at_ - 1;
    for (; at_ < text_.size() && depth > 0; ++at_) depth += (text_[at_] == '[') - (text_[at_] == ']');
    to = text_.substr(first, at_ - first);
    return depth == 0;
  }
  bool shape(std::vector<int64_t>& to) {
    if (!take("(")) return false;
    while (!take(")")) {
      int64_t value = 0;
      take("");  // skips spaces
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
      if (error != std::errc() || value < 0 || to.size() == kMaxDimensions) return false;
      at_ = static_cast<size_t>(end - text_.data());
      to.push_back(value);
      if (!take(",") && !text_.substr(at_).starts_with(')')) return false;
    }
    return true;
  }
  bool done() { return take("") && at_ == text_.size(); }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

bool read_value(Reader& in, const std::string& key, NpyHeader& header) {
  if (key == "descr") return in.string(header.descr) || in.list(header.descr);
  if (key == "shape") return in.shape(header.shape);
  if (key != "fortran_order") return false;
  header.fortran = in.take("True");
  return header.fortran || in.take("False");
}

bool read_header(Reader& in, NpyHeader& header) {
  std::set<std::string> keys;
  if (!in.take("{")) return false;
  while (!in.take("}")) {
    std::string key;
    if (!in.string(key) || !keys.insert(key).second || !in.take(":") || !read_value(in, key, header))
      return false;
    in.take(",");
  }
  return keys.size() == 3 && in.done();
}

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view text, const std::string& file) {
  constexpr size_t kShown = 120;
  Reader in(text);
  NpyHeader header;
  if (read_header(in, header)) return header;
  return Diag{Exit::kInputOutput, "N4020", file,
              "its header is not that of a .npy: " + printable(text.substr(0, kShown)),
              "write it with numpy.save(), or copy it again"};
}

}  // namespace nookc
