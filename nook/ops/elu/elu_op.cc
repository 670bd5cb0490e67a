#include "nook/ops/elu/elu_op.h"

#include <math.h>

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/float_table.h"

namespace nook {
namespace {

// volatile: no machine may keep more precision than a float has.
float elu(float x) {
  volatile const float exponential = x < 0 ? expf(x) : 0;
  return x < 0 ? exponential - 1.0f : x;
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_elu_f32_ref, in_place, UnaryF32<Elu>)

template <>
Code UnaryS8<Elu>::fill_table(const Op::Attrs&, const TableOf& of) {
  return fill_float_table(elu, of);
}

}  // namespace nook

NOOK_DEFINE_OP(Elu, elu)
