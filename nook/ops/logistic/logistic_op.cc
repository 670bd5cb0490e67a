#include "nook/ops/logistic/logistic_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/curve.h"
#include "nook/ops/reference/exponential.h"

namespace nook {
namespace {

int32_t logistic(int32_t x) {
  if (x == 0) return 1 << 30;
  const int32_t positive = nook_reciprocal_one_plus(nook_exp_negative(x < 0 ? x : -x, 4));
  return x < 0 ? INT32_MAX - positive : positive;
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_logistic_f32_ref, in_place, UnaryF32<Logistic>)
NOOK_FAMILY_KERNEL(nook_logistic_s16_ref, in_place, CurveS16<Logistic, 1>)

template <>
Code UnaryS8<Logistic>::fill_table(const Op::Attrs&, const TableOf& of) {
  return fill_curve({logistic, 8, -128}, of);
}

}  // namespace nook

NOOK_DEFINE_OP(Logistic, logistic)
