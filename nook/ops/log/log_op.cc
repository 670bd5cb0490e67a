#include "nook/ops/log/log_op.h"

#include <math.h>

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/float_table.h"

namespace nook {
namespace {

float logarithm(float x) { return x > 0 ? logf(x) : -INFINITY; }

}  // namespace

NOOK_FAMILY_KERNEL(nook_log_f32_ref, in_place, UnaryF32<Log>)

template <>
Code UnaryS8<Log>::fill_table(const Op::Attrs&, const TableOf& of) {
  return fill_float_table(logarithm, of);
}

template <>
void PointsS16<Log>::fill_points(const PointsOf& of) {
  const float least = of.y_scale * -32768.0f;
  fill_float_points(logarithm, &least, of);
}

}  // namespace nook

NOOK_DEFINE_OP(Log, log)
