#include "nook/ops/elu/elu_op.h"

#include <math.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(EluF32, nook_elu_f32_ref, kRef, always, no_scratch, in_place, as_is)};

// In the units of y, ties away from 0, within what can be seen of an int8.
int32_t rounded(float units) {
  const float x = units > -1000.0f ? (units < 1000.0f ? units : 1000.0f) : -1000.0f;
  const int32_t whole = static_cast<int32_t>(x);
  const float fraction = x - static_cast<float>(whole);
  return whole + (fraction >= 0.5f) - (fraction <= -0.5f);
}

}  // namespace

Span<const Kernel> Elu::f32_kernels() { return kF32; }

Code Elu::fill_table(const Attrs&, const NodeView& node, PrepareContext&, Span<int8_t> table) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const float units = 1 / y.scale();
  for (int32_t i = 0; i < NOOK_LOOKUP_SIZE; ++i) {
    // volatile: no machine may keep more bits than a float has.
    volatile const float at = x.scale() * static_cast<float>(i - 128 - x.zero_point);
    volatile const float exponential = at < 0 ? expf(at) : 0;
    volatile const float value = at < 0 ? exponential - 1.0f : at;
    volatile const float in_units = value * units;
    table[static_cast<size_t>(i)] =
        static_cast<int8_t>(nook_clamp(rounded(in_units) + y.zero_point, -128, 127));
  }
  return Code::kOk;
}

}  // namespace nook

NOOK_DEFINE_OP(Elu, elu)
