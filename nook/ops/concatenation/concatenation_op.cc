#include "nook/ops/concatenation/concatenation_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// An input may be at the position of its last run in y: at the first run it is ahead by less than the bytes
// that are still to be written. Along the outermost axis the only run is the last one, and an input that is
// already in place is not copied.
template <class Params>
int32_t at_the_last_run(const Params& p, int input) {
  int32_t before = 0, all = 0;
  for (int32_t i = 0; i < p.inputs; ++i) {
    if (i < input) before += p.run[i];
    all += p.run[i];
  }
  return (p.outer - 1) * (all - p.run[input]) + before;
}

// Input i matches the first one and the output in everything except its size along the axis.
Code check_input(const NodeView& node, size_t i, int32_t axis, PrepareContext& context) {
  const TensorInfo &part = node.inputs[i], &first = node.inputs[0], &y = node.outputs[0];
  const int operand = i < kFirstOutput ? static_cast<int>(i) : kFirstOutput - 1;
  NOOK_CHECK(context, part.type == first.type, Reason::kType, operand, first.type, part.type);
  NOOK_CHECK(context, part.shape.rank == first.shape.rank, Reason::kRank, operand, first.shape.rank,
             part.shape.rank);
  for (int d = 0; d < first.shape.rank; ++d)
    NOOK_CHECK(context, d == axis || part.shape.dim[d] == first.shape.dim[d], Reason::kInputShape, operand,
               first.shape.dim[d], part.shape.dim[d]);
  NOOK_CHECK(context, part.shape.elements() > 0, Reason::kElements, operand, 1, 0);
  const bool quantized = part.type == DType::kS8 || part.type == DType::kS16 ||
                         (part.type == DType::kU8 && !part.scales.empty());
  const bool alike = !quantized || same_quantization(part, y);
  NOOK_CHECK(context, alike, Reason::kQuantization, operand, y.zero_point, part.zero_point);
  return Code::kOk;
}

}  // namespace

NOOK_FORM_KERNEL(nook_concatenation_ref, at_the_last_run, ConcatenationAny)

Result<Concatenation::Attrs> Concatenation::parse(const NodeView& node) {
  namespace field = fields::ConcatenationOptions;
  return Attrs{node.options[field::axis],
               static_cast<Activation>(node.options[field::fused_activation_function])};
}

Result<ConcatenationAny::Params> ConcatenationAny::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  NOOK_CHECK(context, attrs.fused_activation == Activation::kNone, Reason::kActivation, 0, 0,
             attrs.fused_activation);
  const TensorInfo &first = node.inputs[0], &y = node.outputs[0];
  const int32_t rank = first.shape.rank;
  const int32_t axis = attrs.axis < 0 ? attrs.axis + rank : attrs.axis;
  NOOK_CHECK(context, axis >= 0 && axis < rank, Reason::kAxis, 0, rank, attrs.axis);

  const Span<int32_t> run = context.persistent.make<int32_t>(node.inputs.size());
  NOOK_CHECK(context, !run.empty(), Reason::kPersistent, 0, node.inputs.size() * sizeof(int32_t), 0);
  int32_t inner = size_of(y.type);  // bytes of y after the axis
  Shape expected = first.shape;
  int64_t along = 0;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    NOOK_TRY(check_input(node, i, axis, context));
    along += node.inputs[i].shape.dim[axis];
  }
  NOOK_CHECK(context, along <= INT32_MAX, Reason::kTooLarge, kFirstOutput, INT32_MAX, INT32_MAX);
  expected.dim[axis] = static_cast<int32_t>(along);
  NOOK_TRY(check_output_shape(y, expected, context));

  Params p{};
  p.outer = 1;
  for (int d = 0; d < axis; ++d) p.outer *= y.shape.dim[d];
  for (int d = axis + 1; d < rank; ++d) inner *= y.shape.dim[d];
  for (size_t i = 0; i < node.inputs.size(); ++i) run[i] = node.inputs[i].shape.dim[axis] * inner;
  p.inputs = static_cast<int32_t>(node.inputs.size());
  p.run = run.data();
  return p;
}

void ConcatenationAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("outer", p.outer), f.value("inputs", p.inputs);
  f.table("run", p.run, p.inputs);
}

}  // namespace nook

NOOK_DEFINE_OP(Concatenation, concatenation)
