// Einsum: sums, permutations and matrix products.
#include <cctype>
#include <map>

#include "nook/ops/sum/sum_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

struct Equation {
  std::vector<std::string> in;  // one letter per dimension
  std::string out;
};

bool has(const std::string& letters, char c) { return letters.find(c) != std::string::npos; }

// Letters for the dimensions of an ellipsis, from the last one: characters that no equation contains.
constexpr const char* kUnnamed = "!#$%&*+/:;<=?@";

// Replaces the ellipsis in a `part` of an equation by `count` letters. False: it is not three dots.
bool without_dots(std::string* part, size_t count) {
  const size_t at = part->find('.');
  if (at == std::string::npos) return true;
  if (part->substr(at, 3) != "..." || part->find('.', at + 3) != std::string::npos) return false;
  std::string letters;
  for (size_t i = count; i-- > 0;) letters += kUnnamed[i];
  part->replace(at, 3, letters);
  return true;
}

// Parses an equation for operands of these ranks. Returns the error, or an empty text.
std::string parse(const std::string& text, const std::vector<size_t>& ranks, Equation* to) {
  std::string plain;
  for (const char c : text) {
    if (c == ' ') continue;
    if (!std::isalpha(static_cast<unsigned char>(c)) && c != ',' && c != '.' && c != '-' && c != '>')
      return "equation: need letters, have '" + text + "'";
    plain += c;
  }
  const size_t arrow = plain.find("->");
  std::string left = plain.substr(0, arrow), letters;
  to->in.assign(1, "");
  for (const char c : left)
    if (c == ',')
      to->in.emplace_back();
    else
      to->in.back() += c;
  if (to->in.size() != ranks.size()) return "equation: need letters for each operand";
  size_t unnamed = 0;
  for (size_t i = 0; i < ranks.size(); ++i) {
    const size_t named = to->in[i].size() - (has(to->in[i], '.') ? 3 : 0);
    const size_t rest = has(to->in[i], '.') && named <= ranks[i] ? ranks[i] - named : 0;
    if (rest > nook::kMaxRank || !without_dots(&to->in[i], rest)) return "equation: '...' is incomplete";
    unnamed = std::max(unnamed, rest);
    letters += to->in[i];
  }
  if (arrow != std::string::npos) {
    to->out = plain.substr(arrow + 2);
    if (!without_dots(&to->out, unnamed)) return "equation: '...' is incomplete";
  } else {  // the unnamed letters, then those that occur once, alphabetically
    std::sort(letters.begin(), letters.end());
    for (size_t i = unnamed; i-- > 0;) to->out += kUnnamed[i];
    for (const char c : letters)
      if (std::isalpha(static_cast<unsigned char>(c)) && std::count(letters.begin(), letters.end(), c) == 1)
        to->out += c;
  }
  for (const std::string& one : to->in)
    for (const char c : one)
      if (std::count(one.begin(), one.end(), c) != 1) return "equation: a letter twice in one operand";
  for (const char c : to->out)
    if (!has(letters, c) || std::count(to->out.begin(), to->out.end(), c) != 1)
      return "equation: a letter of the result is in no operand, or twice in it";
  return {};
}

// A value with a letter for each dimension.
struct Lettered {
  Value value;
  std::string letters;

  int64_t size(char c) const { return value.shape[letters.find(c)]; }
};

Lettered ordered(Mapper& m, const Lettered& x, const std::string& letters) {
  std::vector<int> perm;
  for (const char c : letters) perm.push_back(static_cast<int>(x.letters.find(c)));
  return {m.permuted(m.settled(x.value), perm), letters};
}

// Sums over the dimensions that are not wanted.
Lettered summed(Mapper& m, const Lettered& x, const std::string& wanted) {
  std::vector<int64_t> axes;
  std::string left;
  for (size_t i = 0; i < x.letters.size(); ++i)
    if (has(wanted, x.letters[i]))
      left += x.letters[i];
    else
      axes.push_back(static_cast<int64_t>(i));
  if (axes.empty()) return x;
  nook::Sum::Attrs attrs;
  attrs.keep_dims = true;
  return {reduce(m, attrs, x.value, axes, false), left};
}

int64_t product(const Lettered& x, const std::string& letters) {
  int64_t all = 1;
  for (const char c : letters) all *= x.size(c);
  return all;
}

Lettered multiplied(Mapper& m, const Lettered& a, const Lettered& b, const std::string& out) {
  std::string batch, of_a, of_b, both;
  for (const char c : a.letters) (!has(b.letters, c) ? of_a : has(out, c) ? batch : both) += c;
  for (const char c : b.letters)
    if (!has(a.letters, c)) of_b += c;
  const int64_t rows = product(a, of_a), columns = product(b, of_b), depth = product(a, both),
                count = product(a, batch);
  const Value left = m.reshaped(ordered(m, a, batch + of_a + both).value, {count, rows, depth});
  const Value right = m.reshaped(ordered(m, b, batch + both + of_b).value, {count, depth, columns});
  Dims shape;
  for (const char c : batch + of_a) shape.push_back(a.size(c));
  for (const char c : of_b) shape.push_back(b.size(c));
  return {m.reshaped(batch_product(m, left, right, false), shape), batch + of_a + of_b};
}

}  // namespace

std::string map_einsum(Mapper& m) {
  std::vector<size_t> ranks;
  for (size_t i = 0; i < m.node().in.size(); ++i) {
    if (m.in(i).type != kReal) return "need float32";
    ranks.push_back(m.in(i).shape.size());
  }
  Equation equation;
  if (const std::string why = parse(m.node().text("equation", ""), ranks, &equation); !why.empty())
    return why;
  std::vector<Lettered> x;
  std::map<char, int64_t> sizes;
  for (size_t i = 0; i < ranks.size(); ++i) {
    x.push_back({m.in(i), equation.in[i]});
    if (ranks[i] != x[i].letters.size()) return "equation: an operand has a different number of dimensions";
    for (const char c : x[i].letters)
      if (sizes.emplace(c, x[i].size(c)).first->second != x[i].size(c))
        return "equation: a letter has two sizes";
  }
  // Multiplies operand by operand, keeping the letters that a later operand or the result needs.
  const auto asked = [&](size_t next) {
    std::string wanted = equation.out;
    for (size_t i = next; i < x.size(); ++i) wanted += x[i].letters;
    return wanted;
  };
  Lettered y = summed(m, x[0], asked(1));
  for (size_t i = 1; i < x.size() && m.trouble().empty(); ++i) {
    const Lettered other = summed(m, x[i], asked(i + 1) + y.letters);
    y = multiplied(m, y, other, asked(i + 1));
  }
  if (m.trouble().empty()) m.give(0, ordered(m, y, equation.out).value);
  return {};
}

}  // namespace nookc::onnx
