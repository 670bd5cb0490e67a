// Operators that compare each element with a threshold.
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/less/less_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

// Selects a where the condition holds, else b.
Value chosen(Mapper& m, const Value& condition, const Value& a, const Value& b) {
  Aligned all;
  if (!align(m, {condition, a, b}, &all)) return a;
  const TensorId y = m.fresh(dims_in(all.shape, all.order), kReal);
  m.emit(nook::SelectV2::Attrs{}, all.in, {y});
  return m.value(y, all.shape, all.order);
}

// A zero of the same rank, for operators that do not accept scalars.
Value zero_like(const Value& x) { return real_constant(Dims(x.shape.size(), 1), {0}); }

}  // namespace

// x beyond a threshold, moved towards 0; 0 within it.
std::string map_shrink(Mapper& m) {
  const double threshold = static_cast<double>(m.node().real("lambd", 0.5f)),
               bias = static_cast<double>(m.node().real("bias", 0));
  const Value x = m.in(0);
  const auto beyond = [&](const Attrs& side, double limit) {
    return binary(m, side, x, real_constant(limit), kTruth);
  };
  const Value above =
      chosen(m, beyond(nook::Greater::Attrs{}, threshold), added(m, x, real_constant(-bias)), zero_like(x));
  m.give(0, chosen(m, beyond(nook::Less::Attrs{}, -threshold), added(m, x, real_constant(bias)), above));
  return {};
}

std::string map_thresholded_relu(Mapper& m) {
  const double alpha = static_cast<double>(m.node().real("alpha", 1));
  const Value x = m.in(0);
  m.give(0, chosen(m, binary(m, nook::Greater::Attrs{}, x, real_constant(alpha), kTruth), x, zero_like(x)));
  return {};
}

}  // namespace nookc::onnx
