#include "nook/ops/add_n/add_n_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// All inputs must match the first.
Code check_inputs(const NodeView& node, PrepareContext& context) {
  const TensorInfo& first = node.inputs[0];
  for (size_t i = 1; i < node.inputs.size(); ++i) {
    const TensorInfo& x = node.inputs[i];
    const int at = i < kFirstOutput ? static_cast<int>(i) : kFirstOutput - 1;
    NOOK_CHECK(context, x.type == first.type, Reason::kType, at, first.type, x.type);
    NOOK_CHECK(context, x.shape.rank == first.shape.rank, Reason::kRank, at, first.shape.rank, x.shape.rank);
    for (int d = 0; d < x.shape.rank; ++d)
      NOOK_CHECK(context, x.shape.dim[d] == first.shape.dim[d], Reason::kInputShape, at, first.shape.dim[d],
                 x.shape.dim[d]);
    const bool alike = x.type != DType::kS8 || same_quantization(x, first);
    NOOK_CHECK(context, alike, Reason::kQuantization, at, first.zero_point, x.zero_point);
  }
  return check_output_shape(node.outputs[0], first.shape, context);
}

}  // namespace

NOOK_FORM_KERNEL(nook_add_n_s8_ref, in_place, AddNS8)
NOOK_FORM_KERNEL(nook_add_n_f32_ref, in_place, AddNF32)

Result<AddNS8::Params> AddNS8::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_s8_to_s8(x, y, context));
  NOOK_TRY(check_inputs(node, context));
  // The factor of a sum that is scaled by 2^19; a right shift of more than 31 always results in 0.
  const auto scale = fixed_ratio(x.scale(), 1, y.scale());
  NOOK_CHECK(context, scale && scale->shift <= 19, Reason::kScaleValue, kFirstOutput, 0, 0);
  const bool nothing = scale->shift < 19 - 31;
  return Params{static_cast<int32_t>(node.inputs.size()),
                x.shape.elements(),
                x.zero_point,
                y.zero_point,
                nothing ? 0 : scale->multiplier,
                nothing ? 0 : scale->shift - 19};
}

Result<AddNF32::Params> AddNF32::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  NOOK_TRY(check_inputs(node, context));
  return Params{static_cast<int32_t>(node.inputs.size()), x.shape.elements()};
}

void AddNS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("inputs", p.inputs), f.value("size", p.size), f.value("in_zero", p.in_zero),
      f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

void AddNF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("inputs", p.inputs), f.value("size", p.size);
}

}  // namespace nook

NOOK_DEFINE_OP(AddN, add_n)
