#include "nook/ops/batch_matmul/batch_matmul_op.h"

#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/kernels/dot/armv7em/dot_2x4_halves_dsp.h"
#include "nook/kernels/dot/pack/pack_dots.h"
#include "nook/kernels/dot/products_s16.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/families/unary_op.h"
#include "nook/ops/prepare/broadcast.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// Requires a factor below 1/2, and a scratch size that fits an int32.
bool is_scaled_down(const nook_batch_matmul_s8& p) { return p.shift < 0 && p.walk.depth <= INT32_MAX / 8; }
// A factor below 1 that kernels apply by one shift.
bool shifts_right(const nook_batch_matmul_s8& p) { return p.shift <= 0 && p.shift >= -31; }
bool is_small(const nook_batch_matmul_s8& p) {
  return is_scaled_down(p) && p.walk.depth <= NOOK_BATCH_MATMUL_SMALL;
}
int32_t unpacked_bytes(const nook_batch_matmul_s8& p) { return (p.walk.depth + 3) / 4 * 24; }

bool has_room(const nook_batch_matmul_s16& p) { return p.walk.depth <= INT32_MAX / 16; }
bool fits_the_stack(const nook_batch_matmul_s16& p) { return p.walk.depth <= NOOK_BATCH_MATMUL_SMALL; }
// At least four columns, and sums that the inner loops can rescale.
bool fours_s16(const nook_batch_matmul_s16& p) {
  nook_products_s16 job{};
  job.depth = p.walk.depth;
  return p.walk.columns >= 4 && nook_products_rescale(&job, p.multiplier, p.shift) != 0;
}
bool fours_stack(const nook_batch_matmul_s16& p) {
  return p.walk.depth <= NOOK_BATCH_MATMUL_SMALL_1X4 && fours_s16(p);
}
bool fours_stack_mve(const nook_batch_matmul_s16& p) {
  return p.walk.depth <= NOOK_BATCH_MATMUL_SMALL_MVE && fours_s16(p);
}
int32_t bytes_of_pairs(const nook_batch_matmul_s16& p) { return (p.walk.depth + 1) / 2 * 12; }
int32_t bytes_of_fours(const nook_batch_matmul_s16& p) { return (p.walk.depth + 1) / 2 * 20; }
int32_t bytes_of_eights(const nook_batch_matmul_s16& p) { return (p.walk.depth + 7) / 8 * 80; }

// Bytes of b's columns in the layout of an inner loop.
int64_t halves_bytes(int32_t columns, int32_t depth) {
  return int64_t{4} *
         (nook_halves_of_pixels(depth) + (int64_t{columns} + 3) / 4 * nook_halves_of_outputs(depth));
}
template <int64_t (*bytes)(int32_t columns, int32_t depth)>
int32_t packed_bytes(const nook_batch_matmul_s8& p) {
  return nook_batch_matmul_copies(&p.walk) + static_cast<int32_t>(bytes(p.walk.columns, p.walk.depth));
}
// Sums below 2^29, factors below 2^most_shift and at least 2^-31, and enough columns for a tile.
template <int64_t (*bytes)(int32_t columns, int32_t depth), int32_t least_columns, int32_t most_shift>
bool packs(const nook_batch_matmul_s8& p) {
  constexpr int32_t kMostDepth = (1 << 29) / (255 * 255);
  return p.walk.depth <= kMostDepth && p.walk.columns >= least_columns && p.shift <= most_shift &&
         p.shift >= -30 && bytes(p.walk.columns, p.walk.depth) <= INT32_MAX - 4 * kMostDepth;
}

// Likewise if `panel` of the columns, or all, fit the stack.
template <int64_t (*bytes)(int32_t columns, int32_t depth), int32_t least_columns, int32_t most_shift,
          int32_t panel>
bool packs_panels(const nook_batch_matmul_s8& p) {
  return packs<bytes, least_columns, most_shift>(p) &&
         nook_batch_matmul_copies(&p.walk) + bytes(panel, p.walk.depth) <= NOOK_BATCH_MATMUL_STACK;
}
// Columns of whole words, as those after whole eights.
int64_t word_bytes_rv32(int32_t columns, int32_t depth) {
  return eight_bytes_rv32(columns, eight_depth(depth));
}

// Bytes of packed columns, four at a time, after copies of four rows if these are transposed.
int64_t float_bytes(const nook_batch_matmul_walk& w) {
  const int64_t copies = w.a_step == 1 ? 0 : int64_t{16} * w.depth;
  return copies + (int64_t{w.columns} + 3) / 4 * 16 * (int64_t{w.depth} + 1);
}
bool columns_f32(const nook_batch_matmul_f32& p) {
  return p.walk.rows >= 2 && p.walk.columns >= 4 && float_bytes(p.walk) <= INT32_MAX;
}
bool panels_f32(const nook_batch_matmul_f32& p) { return columns_f32(p) && nook_panel_f32(&p.walk) >= 4; }
int32_t bytes_f32(const nook_batch_matmul_f32& p) { return static_cast<int32_t>(float_bytes(p.walk)); }

constexpr auto columns_mve = packs<eight_bytes_mve, 1, 0>;
constexpr auto panels_mve = packs_panels<eight_bytes_mve, 1, 0, 8>;
constexpr auto columns_dsp = packs<halves_bytes, 4, -2>;
constexpr auto panels_dsp = packs_panels<halves_bytes, 4, -2, 4>;
constexpr auto columns_rv32 = packs<word_bytes_rv32, 1, -1>;
constexpr auto panels_rv32 = packs_panels<word_bytes_rv32, 1, -1, 8>;
constexpr auto columns_thumb1 = packs<two_bytes, 4, -1>;
constexpr auto panels_thumb1 = packs_panels<two_bytes, 4, -1, 8>;

constexpr auto bytes_mve = packed_bytes<eight_bytes_mve>;
constexpr auto bytes_dsp = packed_bytes<halves_bytes>;
constexpr auto bytes_rv32 = packed_bytes<word_bytes_rv32>;
constexpr auto bytes_thumb1 = packed_bytes<two_bytes>;

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(BatchMatmulS8, __VA_ARGS__)
constexpr KernelEntry kS8[] = {
#include "nook/ops/batch_matmul/s8.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(BatchMatmulS16, __VA_ARGS__)
constexpr KernelEntry kS16[] = {
#include "nook/ops/batch_matmul/s16.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(BatchMatmulF32, __VA_ARGS__)
constexpr KernelEntry kF32[] = {
#include "nook/ops/batch_matmul/f32.inc"
};
#undef NOOK_KERNEL

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
