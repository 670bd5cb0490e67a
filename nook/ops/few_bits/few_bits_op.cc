#include "nook/ops/few_bits/few_bits_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/few_bits/windows.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

bool is_planes(const nook_few_bits& p) { return p.layout == NOOK_FEW_BITS_PLANES; }
bool is_packed(const nook_few_bits& p) { return !is_planes(p); }
bool is_of_bits(const nook_few_bits& p) { return is_planes(p) && p.x_bits == 1 && p.w_bits == 1; }

// A window that is copied, in whole words.
int32_t window_bytes(const nook_few_bits& p) {
  return nook_few_bits_in_place(&p) ? 0 : (p.depth + 3) / 4 * 4;
}
// Planes of x, and one of its inputs outside the image.
int32_t scratch_of(const nook_few_bits& p) {
  return (is_planes(p) ? (p.x_bits + 1) * p.words * 4 : 0) + window_bytes(p);
}

constexpr int32_t kMostSum = 1 << 29;  // three of them fit in 32 bits

constexpr bool within(int32_t v, int32_t least, int32_t most) { return v >= least && v <= most; }

Code check_options(const FewBits::Attrs& a, PrepareContext& context) {
  const bool planes = a.layout == NOOK_FEW_BITS_PLANES;
  NOOK_CHECK(context, within(a.layout, NOOK_FEW_BITS_PLANES, NOOK_FEW_BITS_PACKED), Reason::kAttribute, 1, 0,
             a.layout);
  NOOK_CHECK(context, within(a.w_bits, 1, 8), Reason::kAttribute, 1, 1, a.w_bits);
  NOOK_CHECK(context, planes || (a.w_bits & (a.w_bits - 1)) == 0, Reason::kAttribute, 1, 8, a.w_bits);
  NOOK_CHECK(context, !planes || within(a.x_bits, 1, 8), Reason::kAttribute, 0, 1, a.x_bits);
  NOOK_CHECK(context, within(a.x_low, -128, 127) && within(a.x_shift, 0, 7), Reason::kAttribute, 0, 0,
             a.x_low);
  NOOK_CHECK(context, within(a.both, -65536, 65536) && within(a.ones, -65536, 65536), Reason::kAttribute, 1,
             1, a.both);
  return Code::kOk;
}

int64_t size_of(int32_t v) { return v < 0 ? -int64_t{v} : v; }

// Checks that no sum leaves 32 bits, whatever x and the weights are.
Code check_range(const nook_few_bits& p, PrepareContext& context) {
  const int64_t w = (int64_t{1} << p.w_bits) - 1;
  int64_t most = int64_t{p.depth} * 128 * size_of(p.both) * w / 2;
  const int64_t of_ones = int64_t{p.depth} * 128 * size_of(p.ones);
  most = of_ones > most ? of_ones : most;
  if (is_planes(p)) {
    const int64_t x = (int64_t{1} << p.x_bits) - 1;
    const int64_t inside = (size_of(p.both) * w + size_of(p.ones)) * x;
    most = (inside + size_of(p.pad_both) * w + size_of(p.pad_ones)) * p.words * 32;
  }
  NOOK_CHECK(context, most <= kMostSum, Reason::kTooLarge, 0, kMostSum, most < INT32_MAX ? most : INT32_MAX);
  return Code::kOk;
}

// Checks one axis of a convolution. Padding has at most 2^15 elements on each side.
Code check_axis(int32_t in, int32_t out, int32_t filter, int32_t stride, int32_t dilation, int32_t pad,
                PrepareContext& context) {
  constexpr int32_t kMost = 1 << 15;
  NOOK_CHECK(context, within(filter, 1, kMost), Reason::kFilter, 1, kMost, filter);
  NOOK_CHECK(context, within(stride, 1, kMost), Reason::kStride, 0, kMost, stride);
  NOOK_CHECK(context, within(dilation, 1, kMost), Reason::kDilation, 0, kMost, dilation);
  NOOK_CHECK(context, within(pad, 0, kMost), Reason::kAttribute, 0, kMost, pad);
  const bool inside = out >= 1 && (int64_t{out} - 1) * stride - pad < int64_t{in} + kMost;
  NOOK_CHECK(context, inside, Reason::kOutputShape, kFirstOutput, 1, out);
  return Code::kOk;
}

Code set_image(const FewBits::Attrs& a, const Shape& x, const Shape& y, PrepareContext& context,
               nook_few_bits* p) {
  NOOK_CHECK(context, x.rank == 4, Reason::kRank, 0, 4, x.rank);
  NOOK_CHECK(context, y.rank == 4, Reason::kRank, kFirstOutput, 4, y.rank);
  NOOK_CHECK(context, y.dim[0] == x.dim[0], Reason::kOutputShape, kFirstOutput, x.dim[0], y.dim[0]);
  NOOK_CHECK(context, y.dim[3] == p->out_c, Reason::kOutputShape, kFirstOutput, p->out_c, y.dim[3]);
  NOOK_TRY(check_axis(x.dim[1], y.dim[1], a.filter_h, a.stride_h, a.dilation_h, a.pad_top, context));
  NOOK_TRY(check_axis(x.dim[2], y.dim[2], a.filter_w, a.stride_w, a.dilation_w, a.pad_left, context));
  p->batch = x.dim[0], p->in_h = x.dim[1], p->in_w = x.dim[2], p->in_c = x.dim[3];
  p->out_h = y.dim[1], p->out_w = y.dim[2];
  const bool divides = a.groups >= 1 && p->in_c % a.groups == 0 && p->out_c % a.groups == 0;
  NOOK_CHECK(context, divides, Reason::kChannels, 1, p->in_c, a.groups);
  p->filter_c = p->in_c / a.groups;
  const int64_t depth = int64_t{a.filter_h} * a.filter_w * p->filter_c;
  p->depth = depth < INT32_MAX ? static_cast<int32_t>(depth) : INT32_MAX;
  return Code::kOk;
}

// A pixel of an image for each row of x.
Code set_rows(const Shape& x, const TensorInfo& y, PrepareContext& context, nook_few_bits* p) {
  p->in_h = p->in_w = p->out_h = p->out_w = 1;
  p->in_c = p->filter_c = p->depth = x.back(0), p->batch = x.elements() / p->depth;
  Shape expected = x;
  expected.dim[expected.rank - 1] = p->out_c;
  return check_output_shape(y, expected, context);
}

// The input that stands for 0 outside the image. If no code of planes stands for it, the sum has a part for
// the inputs outside.
Code set_zero(const TensorInfo& x, PrepareContext& context, nook_few_bits* p) {
  p->zero = x.zero_point;
  NOOK_CHECK(context, within(p->zero, -128, 127), Reason::kAttribute, 0, 0, p->zero);
  if (is_packed(*p)) return Code::kOk;
  const int32_t step = 1 << p->x_shift, from_low = p->zero - p->x_low;
  if (from_low >= 0 && from_low % step == 0 && from_low / step < 1 << p->x_bits) return Code::kOk;
  NOOK_CHECK(context, p->both % step == 0 && p->ones % step == 0, Reason::kAttribute, 1, step, p->both);
  p->pad_both = from_low * (p->both / step), p->pad_ones = from_low * (p->ones / step);
  p->zero = p->x_low;
  return Code::kOk;
}

Result<nook_few_bits> prepare_sums(const FewBits::Attrs& a, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && w.type == DType::kS8, Code::kBadType);
  NOOK_TRY(check_options(a, context));
  NOOK_CHECK(context, x.shape.rank >= 1 && x.shape.elements() > 0, Reason::kElements, 0, 1, 0);
  NOOK_CHECK(context, w.shape.rank == 2, Reason::kRank, 1, 2, w.shape.rank);
  NOOK_CHECK(context, w.data, Reason::kNotConstant, 1, 1, 0);
  nook_few_bits p{};
  p.out_c = w.shape.dim[0];
  NOOK_CHECK(context, p.out_c > 0, Reason::kChannels, 1, 1, 0);
  p.filter_h = a.filter_h, p.filter_w = a.filter_w, p.stride_h = a.stride_h, p.stride_w = a.stride_w;
  p.dilation_h = a.dilation_h, p.dilation_w = a.dilation_w, p.pad_top = a.pad_top, p.pad_left = a.pad_left;
  NOOK_TRY(a.dense() ? set_rows(x.shape, y, context, &p) : set_image(a, x.shape, y.shape, context, &p));
  NOOK_CHECK(context, p.depth <= 1 << 20, Reason::kTooLarge, 0, 1 << 20, p.depth);
  p.layout = a.layout, p.x_bits = a.x_bits, p.w_bits = a.w_bits, p.x_low = a.x_low, p.x_shift = a.x_shift;
  p.both = a.both, p.ones = a.ones;
  p.words = few_bits_words(p.layout, p.w_bits, p.depth), p.row = few_bits_row(p.layout, p.w_bits, p.depth);
  NOOK_CHECK(context, w.shape.dim[1] == p.row, Reason::kElements, 1, p.row, w.shape.dim[1]);
  NOOK_TRY(set_zero(x, context, &p));
  NOOK_TRY(check_range(p, context));
  return p;
}

Code check_by_channel(const TensorInfo& t, int operand, int32_t channels, int32_t each,
                      PrepareContext& context) {
  NOOK_CHECK(context, t.data, Reason::kNotConstant, operand, 1, 0);
  NOOK_CHECK(context, t.shape.elements() == channels * each, Reason::kElements, operand, channels * each,
             t.shape.elements());
  return Code::kOk;
}

// Operand 3: an integer for each channel, from -most to most; null if it is missing.
Result<const int32_t*> by_channel(const NodeView& node, int32_t channels, int32_t most,
                                  PrepareContext& context) {
  const TensorInfo* const t = node.given(3);
  if (!t) return nullptr;
  NOOK_CHECK(context, t->type == DType::kS32, Reason::kType, 3, DType::kS32, t->type);
  NOOK_TRY(check_by_channel(*t, 3, channels, 1, context));
  const auto* const all = static_cast<const int32_t*>(t->data);
  for (int32_t c = 0; c < channels; ++c)
    NOOK_CHECK(context, within(all[c], -most, most), Reason::kTooLarge, 3, most, all[c]);
  return all;
}

// Multipliers and terms instead of marks: products and terms fit in 64 bits.
Code check_multipliers(const FewBits::Attrs& a, const TensorInfo& marks, const nook_few_bits& p,
                       PrepareContext& context) {
  NOOK_CHECK(context, p.wide, Reason::kType, 2, DType::kS32, marks.type);
  NOOK_CHECK(context, p.marks >= 4, Reason::kElements, 2, 4, p.marks);
  NOOK_CHECK(context, within(a.shift, 1, 62) && within(a.even, 0, 2), Reason::kAttribute, 2, 0, a.shift);
  constexpr int32_t kMost = 1 << 30;
  const auto* row = static_cast<const int32_t*>(marks.data);
  for (int32_t c = 0; c < p.out_c; ++c, row += p.marks) {
    NOOK_CHECK(context, within(row[2], -kMost, kMost - 1), Reason::kTooLarge, 2, kMost, row[2]);
    const int32_t low = static_cast<int16_t>(row[3]), high = row[3] >> 16;
    NOOK_CHECK(context, low >= -128 && low <= high && high <= 127, Reason::kAttribute, kFirstOutput, 127,
               high);
  }
  return Code::kOk;
}

}  // namespace

Span<const KernelEntry> FewBitsS8::kernels() {
  static constexpr KernelEntry kRows[] = {
      NOOK_KERNEL_ROW(FewBitsS8, nook_few_bits_s8_bits_ref, kRef, is_of_bits, scratch_of, disjoint, as_is)
          NOOK_KERNEL_ROW(FewBitsS8, nook_few_bits_s8_dsp, kDsp, is_packed, window_bytes, disjoint, as_is)
              NOOK_KERNEL_ROW(FewBitsS8, nook_few_bits_s8_ref, kRef, always, scratch_of, disjoint, as_is)};
  return kRows;
}

Span<const KernelEntry> FewBitsF32::kernels() {
  static constexpr KernelEntry kRows[] = {
      NOOK_KERNEL_ROW(FewBitsF32, nook_few_bits_f32_dsp, kDsp, is_packed, window_bytes, disjoint, as_is)
          NOOK_KERNEL_ROW(FewBitsF32, nook_few_bits_f32_ref, kRef, always, scratch_of, disjoint, as_is)};
  return kRows;
}

Result<FewBitsS8::Params> FewBitsS8::prepare(const Op::Attrs& a, const NodeView& node,
                                             PrepareContext& context) {
  const TensorInfo& marks = node.inputs[2];
  NOOK_REQUIRE(node.outputs[0].type == DType::kS8, Code::kBadType);
  NOOK_REQUIRE(marks.type == DType::kS16 || marks.type == DType::kS32, Code::kBadType);
  Result<Params> made = prepare_sums(a, node, context);
  if (!made) return made.code();
  Params p = *made;
  NOOK_CHECK(context, marks.shape.rank == 2, Reason::kRank, 2, 2, marks.shape.rank);
  p.marks = marks.shape.dim[1], p.wide = marks.type == DType::kS32;
  NOOK_CHECK(context, within(p.marks, 1, 255), Reason::kElements, 2, 255, p.marks);
  NOOK_TRY(check_by_channel(marks, 2, p.out_c, p.marks, context));
  const Result<const int32_t*> turn = by_channel(node, p.out_c, 1, context);
  if (!turn) return turn.code();
  for (int32_t c = 0; *turn && c < p.out_c; ++c)
    NOOK_CHECK(context, (*turn)[c] <= 0, Reason::kAttribute, 3, 0, (*turn)[c]);
  p.first = a.first, p.step = a.step, p.shift = a.shift, p.even = a.even;
  if (a.shift != 0) {
    NOOK_TRY(check_multipliers(a, marks, p, context));
    return p;
  }
  const bool levels =
      within(a.step, 0, 255) && within(a.first, -128, 127) && a.first + a.step * p.marks <= 127;
  NOOK_CHECK(context, levels, Reason::kAttribute, kFirstOutput, 127, a.first);
  p.even = 0;
  return p;
}

Result<FewBitsF32::Params> FewBitsF32::prepare(const Op::Attrs& a, const NodeView& node,
                                               PrepareContext& context) {
  NOOK_REQUIRE(node.outputs[0].type == DType::kF32 && node.inputs[2].type == DType::kF32, Code::kBadType);
  Result<Params> made = prepare_sums(a, node, context);
  if (!made) return made.code();
  NOOK_TRY(check_by_channel(node.inputs[2], 2, made->out_c, 2, context));
  const Result<const int32_t*> add = by_channel(node, made->out_c, kMostSum - 1, context);
  if (!add) return add.code();
  return made;
}

void FewBitsS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w), f.value("in_c", p.in_c);
  f.value("out_h", p.out_h), f.value("out_w", p.out_w), f.value("out_c", p.out_c);
  f.value("filter_h", p.filter_h), f.value("filter_w", p.filter_w), f.value("filter_c", p.filter_c);
  f.value("stride_h", p.stride_h), f.value("stride_w", p.stride_w);
  f.value("dilation_h", p.dilation_h), f.value("dilation_w", p.dilation_w);
  f.value("pad_top", p.pad_top), f.value("pad_left", p.pad_left);
  f.value("zero", p.zero), f.value("depth", p.depth);
  f.value("layout", p.layout), f.value("row", p.row), f.value("words", p.words);
  f.value("x_bits", p.x_bits), f.value("w_bits", p.w_bits), f.value("x_low", p.x_low);
  f.value("x_shift", p.x_shift), f.value("both", p.both), f.value("ones", p.ones);
  f.value("pad_both", p.pad_both), f.value("pad_ones", p.pad_ones);
  f.value("first", p.first), f.value("step", p.step);
  f.value("marks", p.marks), f.value("wide", p.wide), f.value("shift", p.shift), f.value("even", p.even);
}

}  // namespace nook

NOOK_DEFINE_OP(FewBits, few_bits)
