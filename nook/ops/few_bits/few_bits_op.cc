#include "nook/ops/few_bits/few_bits_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

int32_t planes_of_x(const nook_few_bits& p) {
  return p.layout == NOOK_FEW_BITS_PLANES ? p.x_bits * p.words * 4 : 0;
}

bool is_of_bits(const nook_few_bits& p) {
  return p.layout == NOOK_FEW_BITS_PLANES && p.x_bits == 1 && p.w_bits == 1;
}

constexpr int32_t kMostSum = 1 << 29;  // twice this is a sum of two terms that still fits

Code check_options(const FewBits::Attrs& a, PrepareContext& context) {
  const auto within = [](int32_t v, int32_t least, int32_t most) { return v >= least && v <= most; };
  const bool planes = a.layout == NOOK_FEW_BITS_PLANES;
  NOOK_CHECK(context, within(a.layout, NOOK_FEW_BITS_PLANES, NOOK_FEW_BITS_BYTES), Reason::kAttribute, 1, 0,
             a.layout);
  NOOK_CHECK(context, !planes || (within(a.x_bits, 1, 8) && within(a.w_bits, 1, 8)), Reason::kAttribute, 1, 1,
             a.w_bits);
  NOOK_CHECK(context, within(a.x_low, -128, 127) && within(a.x_shift, 0, 7), Reason::kAttribute, 0, 0,
             a.x_low);
  NOOK_CHECK(context, within(a.both, -65536, 65536) && within(a.ones, -65536, 65536), Reason::kAttribute, 1,
             1, a.both);
  return Code::kOk;
}

// Checks that no sum leaves 32 bits, whatever x and the weights are.
Code check_range(const nook_few_bits& p, PrepareContext& context) {
  const auto size = [](int32_t v) { return int64_t{v < 0 ? -v : v}; };
  const int64_t x = (int64_t{1} << p.x_bits) - 1, w = (int64_t{1} << p.w_bits) - 1;
  const int64_t most = p.layout == NOOK_FEW_BITS_PLANES ? (size(p.both) * w + size(p.ones)) * x * p.words * 32
                                                        : int64_t{p.depth} * 128 * 128;
  NOOK_CHECK(context, most <= kMostSum, Reason::kTooLarge, 0, kMostSum, most < INT32_MAX ? most : INT32_MAX);
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
  p.depth = x.shape.back(0), p.batches = x.shape.elements() / p.depth, p.channels = w.shape.dim[0];
  p.layout = a.layout, p.x_bits = a.x_bits, p.w_bits = a.w_bits, p.x_low = a.x_low, p.x_shift = a.x_shift;
  p.both = a.both, p.ones = a.ones, p.first = a.first, p.step = a.step;
  p.words = p.depth / 32 + (p.depth % 32 != 0);
  NOOK_CHECK(context, p.depth <= 1 << 20, Reason::kTooLarge, 0, 1 << 20, p.depth);
  p.row = few_bits_row(p.layout, p.w_bits, p.depth);
  NOOK_CHECK(context, w.shape.dim[1] == p.row, Reason::kElements, 1, p.row, w.shape.dim[1]);
  NOOK_CHECK(context, p.channels > 0, Reason::kChannels, 1, 1, 0);
  NOOK_TRY(check_range(p, context));
  Shape expected = x.shape;
  expected.dim[expected.rank - 1] = p.channels;
  NOOK_TRY(check_output_shape(y, expected, context));
  return p;
}

Code check_by_channel(const TensorInfo& t, int operand, int32_t channels, int32_t each,
                      PrepareContext& context) {
  NOOK_CHECK(context, t.data, Reason::kNotConstant, operand, 1, 0);
  NOOK_CHECK(context, t.shape.elements() == channels * each, Reason::kElements, operand, channels * each,
             t.shape.elements());
  return Code::kOk;
}

}  // namespace

Span<const KernelEntry> FewBitsS8::kernels() {
  static constexpr KernelEntry kRows[] = {
      NOOK_KERNEL_ROW(FewBitsS8, nook_few_bits_s8_bits_ref, kRef, is_of_bits, planes_of_x, disjoint, as_is)
          NOOK_KERNEL_ROW(FewBitsS8, nook_few_bits_s8_ref, kRef, always, planes_of_x, disjoint, as_is)};
  return kRows;
}

Span<const KernelEntry> FewBitsF32::kernels() {
  static constexpr KernelEntry kRows[] = {
      NOOK_KERNEL_ROW(FewBitsF32, nook_few_bits_f32_ref, kRef, always, planes_of_x, disjoint, as_is)};
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
  NOOK_CHECK(context, p.marks >= 1 && p.marks <= 255, Reason::kElements, 2, 255, p.marks);
  NOOK_TRY(check_by_channel(marks, 2, p.channels, p.marks, context));
  const bool levels = a.step >= 0 && a.step <= 255 && a.first >= -128 && a.first + a.step * p.marks <= 127;
  NOOK_CHECK(context, levels, Reason::kAttribute, kFirstOutput, 127, a.first);
  return p;
}

Result<FewBitsF32::Params> FewBitsF32::prepare(const Op::Attrs& a, const NodeView& node,
                                               PrepareContext& context) {
  NOOK_REQUIRE(node.outputs[0].type == DType::kF32 && node.inputs[2].type == DType::kF32, Code::kBadType);
  Result<Params> made = prepare_sums(a, node, context);
  if (!made) return made.code();
  NOOK_TRY(check_by_channel(node.inputs[2], 2, made->channels, 2, context));
  if (node.inputs.size() <= 3 || node.inputs[3].type == DType::kNone) return made;
  const TensorInfo& add = node.inputs[3];
  NOOK_CHECK(context, add.type == DType::kS32, Reason::kType, 3, DType::kS32, add.type);
  NOOK_TRY(check_by_channel(add, 3, made->channels, 1, context));
  const auto* const added = static_cast<const int32_t*>(add.data);
  for (int32_t c = 0; c < made->channels; ++c)
    NOOK_CHECK(context, added[c] >= -kMostSum && added[c] <= kMostSum, Reason::kTooLarge, 3, kMostSum,
               added[c]);
  return made;
}

void FewBitsS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("batches", p.batches), f.value("depth", p.depth), f.value("channels", p.channels);
  f.value("layout", p.layout), f.value("row", p.row), f.value("words", p.words);
  f.value("x_bits", p.x_bits), f.value("w_bits", p.w_bits), f.value("x_low", p.x_low);
  f.value("x_shift", p.x_shift), f.value("both", p.both), f.value("ones", p.ones);
  f.value("first", p.first), f.value("step", p.step), f.value("marks", p.marks), f.value("wide", p.wide);
}

}  // namespace nook

NOOK_DEFINE_OP(FewBits, few_bits)
