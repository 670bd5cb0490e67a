#include "nook/ops/elu/elu_op.h"

#include <math.h>

#include "nook/ops/define_op.h"
#include "nook/ops/shared/float_table.h"

namespace nook {
namespace {

// volatile: no machine may keep more bits than a float has.
float elu(float x) {
  volatile const float exponential = x < 0 ? expf(x) : 0;
  return x < 0 ? exponential - 1.0f : x;
}

}  // namespace

Span<const Kernel> Elu::f32_kernels() { NOOK_ONE_KERNEL(EluF32, nook_elu_f32_ref, in_place); }

Code Elu::fill_table(const Attrs&, const NodeView& node, PrepareContext&, Span<int8_t> table) {
  fill_float_table(elu, node, table);
  return Code::kOk;
}

}  // namespace nook

NOOK_DEFINE_OP(Elu, elu)
