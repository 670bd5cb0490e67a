#include "nook/ops/resize_bilinear/resize_bilinear_op.h"

#include "nook/core/quantize.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/fit_window.h"
#include "nook/ops/resize_bilinear/places.h"

namespace nook {
namespace {

constexpr int32_t kPixel = NOOK_RESIZE_PIXEL;
constexpr RowInvoke kRowsS8[] = {linked_row<ResizeBilinearS8, kRef, nook_resize_bilinear_s8_ref_row>()};
constexpr RowInvoke kRowsS16[] = {linked_row<ResizeBilinearS16, kRef, nook_resize_bilinear_s16_ref_row>()};
constexpr RowInvoke kRowsU8[] = {linked_row<ResizeBilinearU8, kRef, nook_resize_bilinear_u8_ref_row>()};
constexpr RowInvoke kRowsF32[] = {linked_row<ResizeBilinearF32, kRef, nook_resize_bilinear_f32_ref_row>()};

template <class Params>
Code prepare_images(const ResizeBilinear::Attrs& attrs, DType type, const NodeView& node,
                    PrepareContext& context, Params* p) {
  NOOK_REQUIRE(node.inputs[0].type == type && node.outputs[0].type == type, Code::kBadType);
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  const bool both = attrs.align_corners && attrs.half_pixel_centers;
  NOOK_CHECK(context, !both, Reason::kAttribute, 0, 0, 1);
  NOOK_CHECK(context, x.rank == 4, Reason::kRank, 0, 4, x.rank);
  NOOK_CHECK(context, x.elements() > 0, Reason::kElements, 0, 1, 0);
  NOOK_TRY(check_indices(node, 1, 2, context));
  NOOK_CHECK(context, y.rank == 4, Reason::kRank, kFirstOutput, 4, y.rank);
  for (int d = 1; d <= 2; ++d) {
    const int64_t size = index_at(node.inputs[1], d - 1);
    NOOK_CHECK(context, y.dim[d] == size, Reason::kOutputShape, kFirstOutput, size, y.dim[d]);
  }
  NOOK_TRY(check_output_shape(node.outputs[0], Shape{{x.dim[0], y.dim[1], y.dim[2], x.dim[3]}, 4}, context));
  p->batch = x.dim[0], p->in_h = x.dim[1], p->in_w = x.dim[2], p->channels = x.dim[3];
  p->out_h = y.dim[1], p->out_w = y.dim[2];
  return Code::kOk;
}

// Pixels of x per pixel of y, as a fraction.
struct Ratio {
  int32_t in, out;
};
Ratio ratio_of(const ResizeBilinear::Attrs& attrs, int32_t in, int32_t out) {
  if (attrs.align_corners && out > 1) return {in - 1, out - 1};
  return {in, out};
}

// In 1/1024. An earlier check ensures that the largest position fits an int32.
int32_t scale_of(Ratio ratio) { return (kPixel * ratio.in + ratio.out / 2) / ratio.out; }
int32_t offset_of(const ResizeBilinear::Attrs& attrs, int32_t scale) {
  return attrs.half_pixel_centers ? scale / 2 - kPixel / 2 : 0;
}
Result<nook_resize_bilinear_s8> prepare_integers(const ResizeBilinear::Attrs& attrs, DType type,
                                                 const NodeView& node, PrepareContext& context) {
  nook_resize_bilinear_s8 p{};
  NOOK_TRY(prepare_images(attrs, type, node, context, &p));
  const int32_t in[] = {p.in_h, p.in_w}, out[] = {p.out_h, p.out_w};
  for (int i = 0; i < 2; ++i) {  // the largest position, and half a pixel of x per pixel of y as its error
    const int64_t most = int64_t{kPixel} * (int64_t{in[i]} + 1) + out[i];
    NOOK_CHECK(context, most <= INT32_MAX, Reason::kTooLarge, 0, INT32_MAX / kPixel, in[i]);
  }
  p.scale_h = scale_of(ratio_of(attrs, p.in_h, p.out_h)), p.offset_h = offset_of(attrs, p.scale_h);
  p.scale_w = scale_of(ratio_of(attrs, p.in_w, p.out_w)), p.offset_w = offset_of(attrs, p.scale_w);
  return p;
}

float quotient(Ratio ratio) { return static_cast<float>(ratio.in) / static_cast<float>(ratio.out); }

Result<nook_resize_bilinear_f32> prepare_floats(const ResizeBilinear::Attrs& attrs, DType type,
                                                const NodeView& node, PrepareContext& context) {
  nook_resize_bilinear_f32 p{};
  NOOK_TRY(prepare_images(attrs, type, node, context, &p));
  p.scale_h = quotient(ratio_of(attrs, p.in_h, p.out_h));
  p.scale_w = quotient(ratio_of(attrs, p.in_w, p.out_w));
  p.centre = attrs.half_pixel_centers ? 0.5f : 0.0f;
  return p;
}

}  // namespace

NOOK_FORM_KERNEL(nook_resize_bilinear_s8_ref, disjoint, ResizeBilinearS8)
NOOK_FORM_KERNEL(nook_resize_bilinear_s16_ref, disjoint, ResizeBilinearS16)
NOOK_FORM_KERNEL(nook_resize_bilinear_f32_ref, disjoint, ResizeBilinearF32)
NOOK_FORM_KERNEL(nook_resize_bilinear_u8_ref, disjoint, ResizeBilinearU8)
Span<const RowInvoke> ResizeBilinearS8::row_kernels() { return kRowsS8; }
Span<const RowInvoke> ResizeBilinearS16::row_kernels() { return kRowsS16; }
Span<const RowInvoke> ResizeBilinearF32::row_kernels() { return kRowsF32; }
Span<const RowInvoke> ResizeBilinearU8::row_kernels() { return kRowsU8; }

WindowRows ResizeBilinearS8::window(const Params& p) {
  return fit_window(p.out_h, [&](int32_t y) {
    const nook_place_s8 down = nook_place_of_s8(y, p.scale_h, p.offset_h, p.in_h);
    return RowSpan{down.lower, down.upper + 1};
  });
}

WindowRows ResizeBilinearS16::window(const Params& p) { return ResizeBilinearS8::window(p); }

// Cores differ in rounding, so a core may find a position in the adjacent row.
WindowRows ResizeBilinearF32::window(const Params& p) {
  if (p.in_h > kMostRowsFitted) return {1, 0, 1, 0};
  return fit_window(p.out_h, [&](int32_t y) {
    const nook_place_f32 down = nook_place_of_f32(y, p.scale_h, p.centre, p.in_h);
    return RowSpan{down.lower - 1, down.upper + 2};
  });
}

WindowRows ResizeBilinearU8::window(const Params& p) { return ResizeBilinearF32::window(p); }

Result<ResizeBilinear::Attrs> ResizeBilinear::parse(const NodeView& node) {
  namespace field = fields::ResizeBilinearOptions;
  return Attrs{node.options[field::align_corners], node.options[field::half_pixel_centers]};
}

Result<ResizeBilinearS8::Params> ResizeBilinearS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  return prepare_integers(attrs, DType::kS8, node, context);
}

Result<ResizeBilinearS16::Params> ResizeBilinearS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                             PrepareContext& context) {
  return prepare_integers(attrs, DType::kS16, node, context);
}

Result<ResizeBilinearF32::Params> ResizeBilinearF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                             PrepareContext& context) {
  return prepare_floats(attrs, DType::kF32, node, context);
}

Result<ResizeBilinearU8::Params> ResizeBilinearU8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  return prepare_floats(attrs, DType::kU8, node, context);
}

void ResizeBilinearS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w);
  f.value("channels", p.channels), f.value("out_h", p.out_h), f.value("out_w", p.out_w);
  f.value("scale_h", p.scale_h), f.value("scale_w", p.scale_w);
  f.value("offset_h", p.offset_h), f.value("offset_w", p.offset_w);
}

void ResizeBilinearS16::fields(ParamsVisitor& f, const Params& p) { ResizeBilinearS8::fields(f, p); }

void ResizeBilinearF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w);
  f.value("channels", p.channels), f.value("out_h", p.out_h), f.value("out_w", p.out_w);
  f.value("scale_h", p.scale_h), f.value("scale_w", p.scale_w), f.value("centre", p.centre);
}

void ResizeBilinearU8::fields(ParamsVisitor& f, const Params& p) { ResizeBilinearF32::fields(f, p); }

}  // namespace nook

NOOK_DEFINE_OP(ResizeBilinear, resize_bilinear)
