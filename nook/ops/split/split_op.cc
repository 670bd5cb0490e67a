#include "nook/ops/split/split_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"

namespace nook {
namespace {

constexpr Kernel kAny[] = {
    NOOK_KERNEL_ROW(SplitAny, nook_split_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

Span<const Kernel> SplitAny::kernels() { return kAny; }

Result<SplitAny::Params> SplitAny::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo& x = node.inputs[1];
  Code code = check_indices(node, 0, 1, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  const int32_t rank = x.shape.rank, outputs = static_cast<int32_t>(node.outputs.size());
  const int64_t given = index_at(node.inputs[0], 0), axis = given < 0 ? given + rank : given;
  NOOK_CHECK(context, axis >= 0 && axis < rank, Reason::kAxis, 0, rank, given);
  NOOK_CHECK(context, x.shape.dim[axis] % outputs == 0, Reason::kOutputShape, 1, outputs, x.shape.dim[axis]);
  Shape part = x.shape;
  part.dim[axis] /= outputs;
  code = check_parts(x, 1, node.outputs, part, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  Params p{1, outputs, part.dim[axis] * size_of(x.type)};
  for (int d = 0; d < axis; ++d) p.outer *= part.dim[d];
  for (int d = static_cast<int>(axis) + 1; d < rank; ++d) p.run *= part.dim[d];
  return p;
}

}  // namespace nook

NOOK_DEFINE_OP(Split, split)
