// Atan, Asin and Acos, composed of a division and a polynomial.
#include <iterator>
#include <numbers>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/sign/sign_op.h"
#include "nook/ops/sqrt/sqrt_op.h"
#include "nook/ops/square/square_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

// atan(r) = r * p(r * r) for r in [0, 1], from the constant term on: a minimax fit with a relative error of
// 3e-9, about 1e-7 as computed in float32.
constexpr double kArc[] = {0.999999998,   -0.333332836, 0.19998266,    -0.142619323, 0.109420266,
                           -0.0837730368, 0.0575519015, -0.0308043981, 0.0107268376, -0.00175390644};
constexpr double kQuarter = std::numbers::pi / 2;

Value quotient(Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Div::Attrs{}, a, b); }

// Above 1, pi / 2 - atan(1 / |x|). The sign of x brings its NaN, too.
Value arc(Mapper& m, const Value& x) {
  const Value size = unary(m, nook::Abs::Attrs{}, x), one = real_constant(1);
  const Value r =
      quotient(m, binary(m, nook::Minimum::Attrs{}, size, one), binary(m, nook::Maximum::Attrs{}, size, one));
  const Value square = unary(m, nook::Square::Attrs{}, r);
  Value sum = real_constant(kArc[std::size(kArc) - 1]);
  for (size_t i = std::size(kArc) - 1; i-- > 0;) sum = plus(m, multiplied(m, sum, square), kArc[i]);
  const Value low = multiplied(m, sum, r);
  const Value above = converted(m, binary(m, nook::Greater::Attrs{}, size, one, kTruth), kReal);
  const Value high = multiplied(m, above, plus(m, times(m, low, -2), kQuarter));
  return multiplied(m, added(m, low, high), unary(m, nook::Sign::Attrs{}, x));
}

// Both are exact at 1 and -1, where a quotient is 0 or infinite, and NaN beyond.
Value arc_sine(Mapper& m, const Value& x) {
  const Value below = plus(m, times(m, x, -1), 1), above = plus(m, x, 1);
  return arc(m, quotient(m, x, unary(m, nook::Sqrt::Attrs{}, multiplied(m, below, above))));
}

Value arc_cosine(Mapper& m, const Value& x) {
  const Value below = plus(m, times(m, x, -1), 1), above = plus(m, x, 1);
  return times(m, arc(m, unary(m, nook::Sqrt::Attrs{}, quotient(m, below, above))), 2);
}

}  // namespace

std::string map_arc(Mapper& m) {
  const std::string& op = m.node().op;
  const Value x = m.in(0);
  m.give(0, op == "Atan" ? arc(m, x) : op == "Asin" ? arc_sine(m, x) : arc_cosine(m, x));
  return {};
}

}  // namespace nookc::onnx
