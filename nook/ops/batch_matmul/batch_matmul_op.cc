#include "nook/ops/batch_matmul/batch_matmul_op.h"

#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/families/unary_op.h"
#include "nook/ops/prepare/broadcast.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// Requires a factor below 1/2, and a scratch size that fits an int32.
template <class Params>
bool is_scaled_down(const Params& p) {
  return p.shift < 0 && p.walk.depth <= INT32_MAX / 8;
}
template <class Params>
bool is_small(const Params& p) {
  return is_scaled_down(p) && p.walk.depth <= NOOK_BATCH_MATMUL_SMALL;
}
template <class Params>
int32_t unpacked_bytes(const Params& p) {
  return (p.walk.depth + 3) / 4 * 24;
}

template <class Params>
bool has_room(const Params& p) {
  return p.walk.depth <= INT32_MAX / 16;
}
template <int32_t most, class Params>
bool fits_the_stack(const Params& p) {
  return p.walk.depth <= most;
}
template <class Params>
int32_t bytes_of_pairs(const Params& p) {
  return (p.walk.depth + 1) / 2 * 12;
}
template <class Params>
int32_t bytes_of_eights(const Params& p) {
  return (p.walk.depth + 7) / 8 * 80;
}

constexpr KernelEntry kS8[] = {
    NOOK_KERNEL_ROW(BatchMatmulS8, nook_batch_matmul_s8_dsp_stack, kDsp, is_small, no_scratch, disjoint,
                    as_is) NOOK_KERNEL_ROW(BatchMatmulS8, nook_batch_matmul_s8_dsp, kDsp, is_scaled_down,
                                           unpacked_bytes, disjoint, as_is)
        NOOK_KERNEL_ROW(BatchMatmulS8, nook_batch_matmul_s8_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr KernelEntry kS16[] = {
    NOOK_KERNEL_ROW(BatchMatmulS16, nook_batch_matmul_s16_mve_stack, kMve,
                    fits_the_stack<NOOK_BATCH_MATMUL_SMALL_MVE>, no_scratch, disjoint, as_is)
        NOOK_KERNEL_ROW(BatchMatmulS16, nook_batch_matmul_s16_mve, kMve, has_room, bytes_of_eights, disjoint,
                        as_is)
            NOOK_KERNEL_ROW(BatchMatmulS16, nook_batch_matmul_s16_dsp_stack, kDsp,
                            fits_the_stack<NOOK_BATCH_MATMUL_SMALL>, no_scratch, disjoint, as_is)
                NOOK_KERNEL_ROW(BatchMatmulS16, nook_batch_matmul_s16_dsp, kDsp, has_room, bytes_of_pairs,
                                disjoint, as_is) NOOK_KERNEL_ROW(BatchMatmulS16, nook_batch_matmul_s16_ref,
                                                                 kRef, always, no_scratch, disjoint, as_is)};
constexpr KernelEntry kF32[] = {
    NOOK_KERNEL_ROW(BatchMatmulF32, nook_batch_matmul_f32_ref, kRef, always, no_scratch, disjoint, as_is)};

// A tensor with one element per matrix of `t`.
TensorInfo matrices_of(const TensorInfo& t) {
  TensorInfo all = t;
  all.shape.rank = static_cast<uint8_t>(t.shape.rank - 2);
  return all;
}

// Computes the tables for stepping between the matrices of `walk`, whose sizes are set.
Code make_tables(const Walk& matrices, nook_batch_matmul_walk* walk, PrepareContext& context) {
  walk->rank = matrices.rank;
  if (matrices.rank == 0) return Code::kOk;
  walk->dim = dims(matrices, context);
  NOOK_REQUIRE(walk->dim, Code::kNoMemory);
  walk->a_jump = jumps(matrices, 0, walk->rows * walk->depth, context);
  NOOK_REQUIRE(walk->a_jump, Code::kNoMemory);
  walk->b_jump = jumps(matrices, 1, walk->depth * walk->columns, context);
  NOOK_REQUIRE(walk->b_jump, Code::kNoMemory);
  return Code::kOk;
}

Code prepare_walk(const BatchMatmul::Attrs& attrs, const NodeView& node, nook_batch_matmul_walk* walk,
                  PrepareContext& context) {
  const TensorInfo in[] = {node.inputs[0], node.inputs[1]};
  const TensorInfo& y = node.outputs[0];
  for (int i = 0; i < 2; ++i) {
    NOOK_CHECK(context, in[i].shape.rank >= 2, Reason::kRank, i, 2, in[i].shape.rank);
    NOOK_CHECK(context, in[i].shape.elements() > 0, Reason::kElements, i, 1, 0);
  }
  NOOK_CHECK(context, y.shape.rank >= 2, Reason::kRank, kFirstOutput, 2, y.shape.rank);
  const TensorInfo batches[] = {matrices_of(in[0]), matrices_of(in[1])}, results = matrices_of(y);
  const auto found = broadcast_walk({node.code, node.version, {}, {batches, 2}, {&results, 1}}, context);
  NOOK_REQUIRE(found, found.code());

  walk->rows = in[0].shape.back(attrs.adj_x ? 0 : 1), walk->depth = in[0].shape.back(attrs.adj_x ? 1 : 0);
  walk->columns = in[1].shape.back(attrs.adj_y ? 1 : 0);
  const int32_t depth = in[1].shape.back(attrs.adj_y ? 0 : 1);
  NOOK_CHECK(context, depth == walk->depth, Reason::kInputShape, 1, walk->depth, depth);
  walk->a_row = attrs.adj_x ? 1 : walk->depth, walk->a_step = attrs.adj_x ? walk->rows : 1;
  walk->b_column = attrs.adj_y ? walk->depth : 1, walk->b_step = attrs.adj_y ? 1 : walk->columns;
  const Shape& out = y.shape;
  NOOK_CHECK(context, out.back(1) == walk->rows, Reason::kOutputShape, kFirstOutput, walk->rows, out.back(1));
  NOOK_CHECK(context, out.back(0) == walk->columns, Reason::kOutputShape, kFirstOutput, walk->columns,
             out.back(0));
  return make_tables(*found, walk, context);
}

bool all_of(DType type, const NodeView& node) {
  return node.inputs[0].type == type && node.inputs[1].type == type && node.outputs[0].type == type;
}

// TensorFlow Lite multiplies the two scales as floats here.
Result<FixedScale> factor_of(const NodeView& node) {
  const float product = node.inputs[0].scale() * node.inputs[1].scale();
  return fixed_ratio(product, 1.0f, node.outputs[0].scale());
}

}  // namespace

int64_t detail::batch_matmul_macs(const nook_batch_matmul_walk& walk) {
  int64_t all = int64_t{walk.rows} * walk.depth * walk.columns;
  for (int32_t d = 0; d < walk.rank; ++d) all *= walk.dim[d];
  return all;
}

Span<const KernelEntry> BatchMatmulS8::kernels() { return kS8; }
Span<const KernelEntry> BatchMatmulS16::kernels() { return kS16; }
Span<const KernelEntry> BatchMatmulF32::kernels() { return kF32; }

Result<BatchMatmul::Attrs> BatchMatmul::parse(const NodeView& node) {
  namespace field = fields::BatchMatMulOptions;
  return Attrs{node.options[field::adj_x], node.options[field::adj_y]};
}

Result<BatchMatmulS8::Params> BatchMatmulS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                     PrepareContext& context) {
  NOOK_TRY(check_binary_s8(node, Activation::kNone, context));
  Params p{};
  NOOK_TRY(prepare_walk(attrs, node, &p.walk, context));
  const auto factor = factor_of(node);
  NOOK_CHECK(context, factor, Reason::kScaleValue, 1, 0, 0);
  p.a_zero = node.inputs[0].zero_point, p.b_zero = node.inputs[1].zero_point;
  p.out_zero = node.outputs[0].zero_point;
  p.multiplier = factor->multiplier, p.shift = factor->shift;
  return p;
}

Result<BatchMatmulS16::Params> BatchMatmulS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                       PrepareContext& context) {
  NOOK_REQUIRE(all_of(DType::kS16, node), Code::kBadType);
  const TensorInfo* const tensors[] = {&node.inputs[0], &node.inputs[1], &node.outputs[0]};
  for (int i = 0; i < 3; ++i) {
    NOOK_TRY(check_symmetric_s16(*tensors[i], i < 2 ? i : kFirstOutput, context));
  }
  Params p{};
  NOOK_TRY(prepare_walk(attrs, node, &p.walk, context));
  const auto factor = factor_of(node);
  const bool fits = factor && factor->shift <= NOOK_MAX_SHIFT_S64;
  NOOK_CHECK(context, fits, Reason::kScaleValue, 1, 0, 0);
  p.multiplier = factor->multiplier, p.shift = factor->shift;
  return p;
}

Result<BatchMatmulF32::Params> BatchMatmulF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                       PrepareContext& context) {
  NOOK_REQUIRE(all_of(DType::kF32, node), Code::kBadType);
  Params p{};
  NOOK_TRY(prepare_walk(attrs, node, &p.walk, context));
  return p;
}

void BatchMatmulS8::fields(ParamsVisitor& f, const Params& p) {
  detail::batch_matmul_fields(f, p.walk);
  f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

void BatchMatmulS16::fields(ParamsVisitor& f, const Params& p) {
  detail::batch_matmul_fields(f, p.walk);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

void BatchMatmulF32::fields(ParamsVisitor& f, const Params& p) { detail::batch_matmul_fields(f, p.walk); }

}  // namespace nook

NOOK_DEFINE_OP(BatchMatmul, batch_matmul)
