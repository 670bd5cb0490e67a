#include "nook/ops/block_sums/block_sums_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_block_sums_s8_ref, disjoint, BlockSumsS8)

Result<BlockSumsS8::Params> BlockSumsS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                 PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_symmetric_s16(y, kFirstOutput, context));
  NOOK_CHECK(context, x.scale() == y.scale(), Reason::kScaleValue, kFirstOutput, 0, 0);
  NOOK_CHECK(context, x.shape.rank == 3 || x.shape.rank == 4, Reason::kRank, 0, 4, x.shape.rank);
  NOOK_CHECK(context, attrs.height >= 1 && attrs.height <= NOOK_MOST_BLOCK, Reason::kAttribute, 0,
             NOOK_MOST_BLOCK, attrs.height);
  const int32_t widest = x.shape.rank == 4 ? NOOK_MOST_BLOCK / attrs.height : 1;
  NOOK_CHECK(context, attrs.width >= 1 && attrs.width <= widest, Reason::kAttribute, 0, widest, attrs.width);
  Shape sums = x.shape;
  sums.dim[1] /= attrs.height;
  NOOK_CHECK(context, sums.dim[1] * attrs.height == x.shape.dim[1], Reason::kAttribute, 0, x.shape.dim[1],
             attrs.height);
  const int32_t across = x.shape.rank == 4 ? x.shape.dim[2] : 1, columns = across / attrs.width;
  NOOK_CHECK(context, columns * attrs.width == across, Reason::kAttribute, 0, across, attrs.width);
  if (x.shape.rank == 4) sums.dim[2] = columns;
  NOOK_TRY(check_output_shape(y, sums, context));
  return Params{sums.dim[0] * sums.dim[1],
                columns,
                x.shape.back(0),
                attrs.height,
                attrs.width,
                -x.zero_point * attrs.height * attrs.width};
}

void BlockSumsS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("columns", p.columns), f.value("channels", p.channels);
  f.value("block_h", p.block_h), f.value("block_w", p.block_w), f.value("start", p.start);
}

}  // namespace nook

NOOK_DEFINE_OP(BlockSums, block_sums)
