#include "nook/ops/levels/levels_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_levels_f32_ref, first_in_place, LevelsF32)

Result<LevelsF32::Params> LevelsF32::prepare(const Op::Attrs& a, const NodeView& node,
                                             PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &marks = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && marks.type == DType::kS32 && y.type == DType::kS8, Code::kBadType);
  NOOK_TRY(check_output_shape(y, x.shape, context));
  NOOK_CHECK(context, marks.shape.rank == 2, Reason::kRank, 1, 2, marks.shape.rank);
  NOOK_CHECK(context, marks.data, Reason::kNotConstant, 1, 1, 0);
  const int32_t channels = marks.shape.dim[0], each = marks.shape.dim[1];
  const int32_t last = x.shape.rank > 0 ? x.shape.back(0) : 1;
  NOOK_CHECK(context, channels == 1 || channels == last, Reason::kChannels, 1, last, channels);
  NOOK_CHECK(context, each >= 1 && each <= 255, Reason::kElements, 1, 255, each);
  const bool levels = a.step >= 0 && a.step <= 255 && a.first >= -128 && a.first + a.step * each <= 127;
  NOOK_CHECK(context, levels, Reason::kAttribute, kFirstOutput, 127, a.first);
  return Params{x.shape.elements(), channels, a.first, a.step, each};
}

void LevelsF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("channels", p.channels);
  f.value("first", p.first), f.value("step", p.step), f.value("marks", p.marks);
}

}  // namespace nook

NOOK_DEFINE_OP(Levels, levels)
