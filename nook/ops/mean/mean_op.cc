#include "nook/ops/mean/mean_op.h"

#include "nook/model/fields.h"
#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/fixed_ratio.h"
#include "nook/ops/shared/strides.h"

namespace nook {
namespace {

// For kernels that scale like rescale_dsp.h: shifts to the right, and sums far below 2^29.
template <class Params>
bool scales_down(const Params& p) {
  constexpr int32_t kLeastShift = -30, kMostElements = 1 << 20;
  return p.walk.taken_rank == 0 && p.shift >= kLeastShift && p.shift <= 0 && p.walk.count <= kMostElements;
}

// One mean for each channel of all pixels, whole words of channels, and sums of 16 bits.
template <class Params>
bool over_pixels(const Params& p) {
  constexpr int32_t kMostPixels = 256;
  const nook_mean_walk& w = p.walk;
  return scales_down(p) && w.step >= 4 && w.kept_rank == 1 && w.kept_dim[0] == w.step &&
         w.count <= kMostPixels;
}

// Of elements that lie together, those of one mean behind those of the other; not an image, of one channel,
// whose rows may come one after the other.
template <class Params>
bool over_runs(const Params& p) {
  const nook_mean_walk& w = p.walk;
  return scales_down(p) && w.step == 1 && w.width == 0 &&
         (w.kept_rank == 0 || (w.kept_rank == 1 && w.kept_jump[0] == w.run));
}

// The last eight channels have some of those before in common, whose means must not be there yet.
template <class Params>
int32_t eight_ahead(const Params& p, int) {
  const int32_t last = p.walk.step % 8;
  return p.walk.step < 8 || last == 0 ? 0 : 8 - last;
}

// One mean for each channel of an image; shifts to the right.
template <class Params>
bool of_pixels(const Params& p) {
  return p.walk.width > 0 && p.shift <= 0;
}

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(MeanS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/mean/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastS8 = fast(kS8);
#define NOOK_KERNEL(symbol, isa, ...) linked_sums<MeanS8, isa, symbol##_take, symbol##_give>(),
constexpr RowInvoke kSumsS8[] = {
#include "nook/ops/mean/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastSumsS8 = fast(kS8, kSumsS8);

constexpr RowInvoke kSumsF32[] = {
    linked_sums<MeanF32, kRef, nook_mean_f32_ref_take, nook_mean_f32_ref_give>()};

// The axes of operand 1 as a set of bits.
Result<uint32_t> read_axes(const NodeView& node, PrepareContext& context) {
  const TensorInfo& axes = node.inputs[1];
  const int32_t rank = node.inputs[0].shape.rank, count = axes.shape.elements();
  NOOK_TRY(check_indices(node, 1, count, context));
  uint32_t set = 0;
  for (int32_t i = 0; i < count; ++i) {
    const int64_t axis = index_at(axes, i);
    NOOK_CHECK(context, axis >= -rank && axis < rank, Reason::kAxis, 1, rank - 1, axis);
    set |= 1u << (axis < 0 ? axis + rank : axis);
  }
  return set;
}

Code prepare_walk(const Mean::Attrs& attrs, const NodeView& node, PrepareContext& context,
                  nook_mean_walk* w) {
  const Shape& x = node.inputs[0].shape;
  NOOK_CHECK(context, x.elements() > 0, Reason::kElements, 0, 1, 0);
  const Result<uint32_t> axes = read_axes(node, context);
  NOOK_REQUIRE(axes, axes.code());

  int32_t stride[kMaxRank];
  dense_strides(x, stride);
  Shape expected;
  Walk kept, taken;
  for (int d = 0; d < x.rank; ++d) {
    const bool goes = *axes >> d & 1u;
    (goes ? taken : kept).add(x.dim[d], stride[d], 0);
    if (!goes) expected.dim[expected.rank++] = x.dim[d];
    if (goes && attrs.keep_dims) expected.dim[expected.rank++] = 1;
  }
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));

  w->count = x.elements() / expected.elements();
  w->run = 1, w->step = 0;
  if (taken.rank > 0) {
    const int32_t inner = taken.take();
    w->run = taken.dim[inner], w->step = taken.stride[0][inner];
  }
  // Rows and columns, which lie together, are one dimension to the walk.
  const bool of_pixels = x.rank == 4 && x.dim[0] == 1 && (*axes & 0b1110u) == 0b0110u && w->count > 1 &&
                         x.dim[3] <= INT32_MAX / 4;
  w->width = of_pixels ? x.dim[2] : 0;
  w->taken_rank = taken.rank, w->kept_rank = kept.rank;
  if (taken.rank > 0) {
    w->taken_dim = dims(taken, context), w->taken_jump = jumps(taken, 0, 1, context);
    NOOK_REQUIRE(w->taken_dim && w->taken_jump, Code::kNoMemory);
  }
  if (kept.rank > 0) {
    w->kept_dim = dims(kept, context), w->kept_jump = jumps(kept, 0, 1, context);
    NOOK_REQUIRE(w->kept_dim && w->kept_jump, Code::kNoMemory);
  }
  return Code::kOk;
}

Result<nook_mean_s8> prepare_quantized(const Mean::Attrs& attrs, DType type, const NodeView& node,
                                       PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  const auto scale = fixed_ratio(x.scale(), 1.0f, y.scale());
  NOOK_CHECK(context, scale, Reason::kScaleValue, kFirstOutput, 0, 0);
  nook_mean_s8 p{};
  NOOK_TRY(prepare_walk(attrs, node, context, &p.walk));

  // The division by the count goes into the multiplier, which is made as large beforehand as the count
  // allows.
  int32_t bits = 0;
  while (p.walk.count >> bits > 1 && bits < 31 + scale->shift) ++bits;
  p.multiplier = static_cast<int32_t>((int64_t{scale->multiplier} << bits) / p.walk.count);
  p.shift = scale->shift - bits;
  p.in_zero = x.zero_point, p.out_zero = y.zero_point;
  return p;
}

}  // namespace

NOOK_FORM_KERNEL(MeanS16, nook_mean_s16_ref, in_place)
Span<const Kernel> MeanS8::kernels() { return kS8; }
Span<const Kernel> MeanS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
Span<const RowInvoke> MeanS8::sum_kernels() { return {kFastSumsS8.rows, kFastS8.count}; }
NOOK_FORM_KERNEL(MeanF32, nook_mean_f32_ref, in_place)
Span<const RowInvoke> MeanF32::sum_kernels() { return kSumsF32; }

Result<Mean::Attrs> Mean::parse(const NodeView& node) {
  return Attrs{node.options[fields::ReducerOptions::keep_dims] != 0};
}

Result<MeanS8::Params> MeanS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  return prepare_quantized(attrs, DType::kS8, node, context);
}
Result<MeanS16::Params> MeanS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  return prepare_quantized(attrs, DType::kS16, node, context);
}

Result<MeanF32::Params> MeanF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  NOOK_REQUIRE(node.inputs[0].type == DType::kF32 && node.outputs[0].type == DType::kF32, Code::kBadType);
  Params p{};
  NOOK_TRY(prepare_walk(attrs, node, context, &p.walk));
  return p;
}

void MeanS8::fields(ParamsVisitor& f, const Params& p) {
  Mean::fields(f, p.walk);
  f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

void MeanF32::fields(ParamsVisitor& f, const Params& p) { Mean::fields(f, p.walk); }

void MeanS16::fields(ParamsVisitor& f, const Params& p) { MeanS8::fields(f, p); }

}  // namespace nook

NOOK_DEFINE_OP(Mean, mean)
