#include "nook/ops/circular_buffer/circular_buffer_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// For models that are older than the option. In TensorFlow Lite Micro, the fifth buffer of one of them also
// has 1.
int32_t cycles_by_shape(int32_t slots) { return slots == 5 || slots == 13 || slots == 25 ? 1 : 2; }

}  // namespace

NOOK_FORM_KERNEL(nook_circular_buffer_s8_ref, disjoint, CircularBufferS8)

Result<CircularBufferS8::Params> CircularBufferS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kS8, Code::kBadType);
  NOOK_CHECK(context, y.variable, Reason::kNotVariable, kFirstOutput, 1, 0);
  NOOK_CHECK(context, x.shape.rank == 4, Reason::kRank, 0, 4, x.shape.rank);
  NOOK_CHECK(context, x.shape.dim[0] == 1 && x.shape.dim[1] == 1, Reason::kInputShape, 0, 1,
             x.shape.dim[0] * x.shape.dim[1]);
  NOOK_CHECK(context, y.shape.rank == 4, Reason::kRank, kFirstOutput, 4, y.shape.rank);
  Shape expected = x.shape;
  expected.dim[1] = y.shape.dim[1];
  NOOK_TRY(check_output_shape(y, expected, context));
  const int32_t slots = y.shape.dim[1];
  return Params{slots, x.shape.elements(), attrs.cycles_max > 0 ? attrs.cycles_max : cycles_by_shape(slots)};
}

void CircularBufferS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("slots", p.slots), f.value("depth", p.depth), f.value("cycles", p.cycles);
}

}  // namespace nook

NOOK_DEFINE_OP(CircularBuffer, circular_buffer)
