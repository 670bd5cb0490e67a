#include "nook/ops/mean/mean_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/mean_scale.h"

namespace nook {
namespace {

// For kernels that rescale like rescale_dsp.h: right shifts, and sums far below 2^29.
template <class Params>
bool scales_down(const Params& p) {
  constexpr int32_t kLeastShift = -30, kMostElements = 1 << 20;
  return p.walk.taken_rank == 0 && p.shift >= kLeastShift && p.shift <= 0 && p.walk.count <= kMostElements;
}

// One mean per channel over all pixels, whole words of channels, and 16-bit sums.
template <class Params>
bool over_pixels(const Params& p) {
  constexpr int32_t kMostPixels = 256;
  const nook_reduction_walk& w = p.walk;
  return scales_down(p) && w.step >= 4 && w.kept_rank == 1 && w.kept_dim[0] == w.step &&
         w.count <= kMostPixels;
}

// Means of contiguous elements, one mean at a time; not an image with one channel, whose rows may arrive one
// at a time.
template <class Params>
bool over_segments(const Params& p) {
  const nook_reduction_walk& w = p.walk;
  return scales_down(p) && w.step == 1 && p.width == 0 &&
         (w.kept_rank == 0 || (w.kept_rank == 1 && w.kept_jump[0] == w.run));
}

// The last eight channels overlap earlier ones, whose means must not be written yet.
template <class Params>
int32_t eight_ahead(const Params& p, int) {
  const int32_t last = p.walk.step % 8;
  return p.walk.step < 8 || last == 0 ? 0 : 8 - last;
}

// One mean per channel of an image; right shifts.
template <class Params>
bool of_pixels(const Params& p) {
  return p.width > 0 && p.shift <= 0;
}

constexpr RowInvoke kSumsF32[] = {
    linked_sums<MeanF32, kRef, nook_mean_f32_ref_accumulate, nook_mean_f32_ref_finish>()};

// The width of an image, or the length of a sequence, of which each mean is the mean of one channel; else 0.
// A dimension of 1 need not be among the axes.
int32_t width_of_pixels(const Shape& x, uint32_t axes) {
  if (x.rank < 3 || x.rank > 4 || x.dim[0] != 1 || x.back(0) > INT32_MAX / 4) return 0;
  const uint32_t channels = uint32_t{1} << (x.rank - 1), pixels = channels - 2;
  if ((axes & (channels | pixels)) == pixels && x.rank == 4) return x.dim[2];
  for (int i = 1; i + 1 < x.rank; ++i)
    if (x.dim[i] == 1) axes |= uint32_t{1} << i;
  return (axes & (channels | pixels)) == pixels && x.back(0) > 1 ? x.back(1) : 0;
}

Code prepare_walk(const Mean::Attrs& attrs, const NodeView& node, PrepareContext& context,
                  nook_reduction_walk* walk, int32_t* width) {
  const KeepDims keep = attrs.keep_dims ? KeepDims::kYes : KeepDims::kNo;
  uint32_t axes = 0;
  NOOK_TRY(prepare_reduction_walk(node, keep, context, walk, &axes));
  // Rows and columns, which are adjacent, are one dimension of the walk.
  *width = walk->count > 1 ? width_of_pixels(node.inputs[0].shape, axes) : 0;
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
  NOOK_TRY(prepare_walk(attrs, node, context, &p.walk, &p.width));
  const FixedScale of_mean = scale_of_mean(*scale, p.walk.count);
  p.multiplier = of_mean.multiplier, p.shift = of_mean.shift;
  p.in_zero = x.zero_point, p.out_zero = y.zero_point;
  return p;
}

// Whether TensorFlow Lite's function for images of uint8 takes it: rows and columns, by these numbers.
bool is_image_of_u8(const Mean::Attrs& attrs, const NodeView& node) {
  if (!attrs.keep_dims || node.inputs[0].shape.rank != 4 || node.inputs[1].shape.elements() != 2)
    return false;
  const int64_t first = index_at(node.inputs[1], 0), second = index_at(node.inputs[1], 1);
  return (first == 1 && second == 2) || (first == 2 && second == 1);
}

Code check_u8(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kU8 && y.type == DType::kU8, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  return check_quantized(y, kFirstOutput, context);
}

// The sum of all elements of a mean must fit an int32.
template <class Params>
Code prepare_sums_u8(const Mean::Attrs& attrs, const NodeView& node, PrepareContext& context, Params* p) {
  int32_t width = 0;
  NOOK_TRY(prepare_walk(attrs, node, context, &p->walk, &width));
  NOOK_CHECK(context, p->walk.count <= INT32_MAX / 255, Reason::kTooLarge, 0, INT32_MAX / 255, p->walk.count);
  return Code::kOk;
}

// In single precision, in TensorFlow Lite's order.
Code prepare_image_u8(const NodeView& node, PrepareContext& context, nook_mean_u8* p) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const float count = static_cast<float>(p->walk.count);
  const auto scale = fixed_ratio(x.scale() / (count * y.scale()), 1.0f, 1.0f);
  NOOK_CHECK(context, scale && scale->multiplier > 0, Reason::kScaleValue, kFirstOutput, 0, 0);
  // Shifted left, the sum must fit, too.
  const int32_t shift = scale->shift < 0 ? 0 : scale->shift, most = INT32_MAX >> shift;
  NOOK_CHECK(context, p->walk.count <= most / 255, Reason::kScaleValue, kFirstOutput, 0, 0);
  const float zero = static_cast<float>(x.zero_point) * x.scale() / y.scale();
  NOOK_CHECK(context, zero < 1073741824.0f, Reason::kScaleValue, kFirstOutput, 0, 0);
  p->multiplier = scale->multiplier, p->shift = scale->shift;
  p->offset = y.zero_point - static_cast<int32_t>(zero > 0 ? zero + 0.5f : zero - 0.5f);
  return Code::kOk;
}

}  // namespace

NOOK_FORM_KERNEL(nook_mean_s16_ref, in_place, MeanS16)
#define NOOK_TABLE MeanS8
#define NOOK_ROWS  "nook/ops/mean/s8.inc"
#include "nook/ops/contract/function_tables.inc"
#include "nook/ops/contract/sum_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
NOOK_FORM_KERNEL(nook_mean_u8_ref, in_place, MeanU8)
NOOK_FORM_KERNEL(nook_mean_rescaled_u8_ref, in_place, MeanRescaledU8)
NOOK_FORM_KERNEL(nook_mean_f32_ref, in_place, MeanF32)
Span<const RowInvoke> MeanF32::sum_kernels() { return kSumsF32; }

Result<MeanS8::Params> MeanS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  return prepare_quantized(attrs, DType::kS8, node, context);
}
Result<MeanS16::Params> MeanS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  return prepare_quantized(attrs, DType::kS16, node, context);
}

Result<MeanU8::Params> MeanU8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  const bool same = same_quantization(node.inputs[0], node.outputs[0]);
  NOOK_TRY(check_u8(node, context));
  const bool image = is_image_of_u8(attrs, node);
  NOOK_REQUIRE(image || same, Code::kBadType);
  Params p{};
  NOOK_TRY(prepare_sums_u8(attrs, node, context, &p));
  if (image) NOOK_TRY(prepare_image_u8(node, context, &p));
  return p;
}

Result<MeanRescaledU8::Params> MeanRescaledU8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                       PrepareContext& context) {
  NOOK_TRY(check_u8(node, context));
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  Params p{};
  NOOK_TRY(prepare_sums_u8(attrs, node, context, &p));
  p.scale = x.scale() / y.scale(), p.bias = static_cast<float>(-x.zero_point) * p.scale;
  NOOK_CHECK(context, p.scale <= 1e30f, Reason::kScaleValue, kFirstOutput, 0, 0);  // no infinity, no NaN
  p.out_zero = y.zero_point;
  return p;
}

Result<MeanF32::Params> MeanF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  NOOK_REQUIRE(node.inputs[0].type == DType::kF32 && node.outputs[0].type == DType::kF32, Code::kBadType);
  Params p{};
  NOOK_TRY(prepare_walk(attrs, node, context, &p.walk, &p.width));
  return p;
}

void MeanS8::fields(ParamsVisitor& f, const Params& p) {
  reduction_fields(f, p.walk);
  f.value("width", p.width), f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

void MeanF32::fields(ParamsVisitor& f, const Params& p) {
  reduction_fields(f, p.walk);
  f.value("width", p.width);
}

void MeanS16::fields(ParamsVisitor& f, const Params& p) { MeanS8::fields(f, p); }

void MeanU8::fields(ParamsVisitor& f, const Params& p) {
  reduction_fields(f, p.walk);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift), f.value("offset", p.offset);
}

void MeanRescaledU8::fields(ParamsVisitor& f, const Params& p) {
  reduction_fields(f, p.walk);
  f.value("scale", p.scale), f.value("bias", p.bias), f.value("out_zero", p.out_zero);
}

}  // namespace nook

NOOK_DEFINE_OP(Mean, mean)
