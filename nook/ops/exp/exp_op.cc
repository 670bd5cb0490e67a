#include "nook/ops/exp/exp_op.h"

#include <math.h>

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/float_table.h"

namespace nook {
namespace {

float exponential(float x) { return expf(x); }

}  // namespace

NOOK_FAMILY_KERNEL(nook_exp_f32_ref, in_place, UnaryF32<Exp>)

template <>
Code UnaryS8<Exp>::fill_table(const Op::Attrs&, const TableOf& of) {
  return fill_float_table(exponential, of);
}

template <>
void PointsS16<Exp>::fill_points(const PointsOf& of) {
  fill_float_points(exponential, nullptr, of);
}

}  // namespace nook

NOOK_DEFINE_OP(Exp, exp)
