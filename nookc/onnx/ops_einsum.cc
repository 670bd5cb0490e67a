// Einsum of one or two operands: sums, permutations and one product of matrices.
#include "nook/ops/sum/sum_op.h"
#include "nookc/onnx/ops.h"

namespace nookc::onnx {
namespace {

struct Equation {
  std::vector<std::string> in;  // a letter for each dimension
  std::string out;
};

bool has(const std::string& letters, char c) { return letters.find(c) != std::string::npos; }

// Empty: read; else why not.
std::string parse(const std::string& text, Equation* to) {
  std::string plain;
  for (const char c : text)
    if (c != ' ') plain += c;
  if (has(plain, '.')) return "equation: '...' is not read";
  const size_t arrow = plain.find("->");
  std::string left = plain.substr(0, arrow), letters;
  to->in.assign(1, "");
  for (const char c : left)
    if (c == ',')
      to->in.emplace_back();
    else
      to->in.back() += c, letters += c;
  if (arrow != std::string::npos) {
    to->out = plain.substr(arrow + 2);
  } else {  // those that occur once, by the alphabet
    std::sort(letters.begin(), letters.end());
    for (const char c : letters)
      if (std::count(letters.begin(), letters.end(), c) == 1) to->out += c;
  }
  for (const std::string& one : to->in)
    for (const char c : one)
      if (std::count(one.begin(), one.end(), c) != 1) return "equation: a letter twice in one operand";
  for (const char c : to->out)
    if (!has(letters, c) || std::count(to->out.begin(), to->out.end(), c) != 1)
      return "equation: a letter of the result is in no operand, or twice in it";
  return {};
}

// A value whose dimensions have letters.
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

// Without the dimensions that nobody asks for.
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
  Equation equation;
  if (const std::string why = parse(m.node().text("equation", ""), &equation); !why.empty()) return why;
  const size_t count = m.node().in.size();
  if (count > 2 || equation.in.size() != count) return "need one or two operands, and letters for each";
  std::vector<Lettered> x;
  for (size_t i = 0; i < count; ++i) {
    x.push_back({m.in(i), equation.in[i]});
    if (x[i].value.shape.size() != x[i].letters.size()) return "equation: an operand has other dimensions";
    if (x[i].value.type != kReal) return "need float32";
  }
  for (size_t i = 0; i < count; ++i)
    x[i] = summed(m, x[i], equation.out + (count == 2 ? x[1 - i].letters : ""));
  if (count == 2)
    for (const char c : x[0].letters)
      if (has(x[1].letters, c) && x[0].size(c) != x[1].size(c)) return "equation: a letter has two sizes";
  const Lettered y = count == 2 ? multiplied(m, x[0], x[1], equation.out) : x[0];
  if (m.trouble().empty()) m.give(0, ordered(m, y, equation.out).value);
  return {};
}

}  // namespace nookc::onnx
