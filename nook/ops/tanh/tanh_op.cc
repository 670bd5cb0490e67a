#include "nook/ops/tanh/tanh_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/curve.h"
#include "nook/ops/reference/exponential.h"

namespace nook {
namespace {

// (1 - e) / (1 + e) with e = exp(-2x): the bits of -x, interpreted with one more integer bit, represent -2x.
int32_t tanh_of(int32_t x) {
  if (x == 0) return 0;
  const int32_t over = nook_two_over_one_plus(nook_exp_negative(x < 0 ? x : -x, 5));
  const int32_t positive = nook_shift_left_sat(over - (1 << 29), 2);
  return x < 0 ? -positive : positive;
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_tanh_f32_ref, in_place, UnaryF32<Tanh>)
NOOK_FAMILY_KERNEL(nook_tanh_s16_ref, in_place, CurveS16<Tanh, 2>)

template <>
Code UnaryS8<Tanh>::fill_table(const Op::Attrs&, const TableOf& of) {
  return fill_curve({tanh_of, 7, 0}, of);
}

}  // namespace nook

NOOK_DEFINE_OP(Tanh, tanh)
