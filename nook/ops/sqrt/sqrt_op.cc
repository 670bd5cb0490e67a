#include "nook/ops/sqrt/sqrt_op.h"

#include <math.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_sqrt_f32_ref, in_place, UnaryF32<Sqrt>)
NOOK_FORM_KERNEL(nook_sqrt_s16_ref, in_place, SqrtS16)

template <>
Code UnaryS8<Sqrt>::fill_table(const Op::Attrs&, const TableOf& of) {
  return of.fill([&](int32_t centred) -> int32_t {
    // volatile: no machine may keep more precision than a float has.
    volatile const float real = of.x.scale() * static_cast<float>(centred > 0 ? centred : 0);
    volatile const float root = sqrtf(real);
    volatile const float units = root / of.y.scale();
    return nook_clamp(static_cast<int32_t>(units < 1000 ? units : 1000.0f) + of.y.zero_point, -128, 127);
  });
}

Result<SqrtS16::Params> SqrtS16::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_s16_to_s16(node, context));
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  return Params{x.shape.elements(), x.scale(), y.scale()};
}

void SqrtS16::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("x_scale", p.x_scale), f.value("y_scale", p.y_scale);
}

}  // namespace nook

NOOK_DEFINE_OP(Sqrt, sqrt)
