#include "nook/ops/slide_window/slide_window_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// Checks that an operand has y's type and y's dimensions, except its rows; returns its rows.
Result<int32_t> rows_of(const TensorInfo& part, int operand, const TensorInfo& y, int32_t axis,
                        PrepareContext& context) {
  NOOK_CHECK(context, part.type == y.type, Reason::kType, operand, y.type, part.type);
  NOOK_CHECK(context, part.shape.rank == y.shape.rank, Reason::kRank, operand, y.shape.rank, part.shape.rank);
  for (int i = 0; i < y.shape.rank; ++i)
    NOOK_CHECK(context, i == axis || part.shape.dim[i] == y.shape.dim[i], Reason::kInputShape, operand,
               y.shape.dim[i], part.shape.dim[i]);
  return part.shape.dim[axis];
}

Result<nook_slide_window> prepare_window(const SlideWindow::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  const TensorInfo &ends = node.inputs[0], &y = node.outputs[0];
  const int32_t axis = attrs.axis;
  NOOK_CHECK(context, y.variable, Reason::kNotVariable, kFirstOutput, 1, 0);
  NOOK_CHECK(context, size_of(y.type) > 0, Reason::kType, kFirstOutput, DType::kS8, y.type);
  NOOK_CHECK(context, axis >= 0 && axis < y.shape.rank, Reason::kAxis, 0, y.shape.rank - 1, axis);
  NOOK_CHECK(context, y.shape.elements() > 0, Reason::kElements, kFirstOutput, 1, 0);
  const Result<int32_t> tail = rows_of(ends, 0, y, axis, context);
  NOOK_REQUIRE(tail, tail.code());
  int32_t head = 0;
  if (const TensorInfo* const begins = node.given(1)) {
    const Result<int32_t> rows = rows_of(*begins, 1, y, axis, context);
    NOOK_REQUIRE(rows, rows.code());
    head = *rows;
  }
  const int32_t rows = y.shape.dim[axis];
  NOOK_CHECK(context, *tail >= 1 && *tail <= rows && head <= rows - *tail, Reason::kOutputShape, kFirstOutput,
             *tail, rows);
  NOOK_CHECK(context, attrs.shift >= 1 && attrs.shift <= *tail, Reason::kAttribute, 0, *tail, attrs.shift);
  NOOK_CHECK(context, attrs.runs >= 0, Reason::kAttribute, 0, 0, attrs.runs);
  int32_t outer = 1;
  for (int i = 0; i < axis; ++i) outer *= y.shape.dim[i];
  const int32_t row = y.bytes() / outer / rows;
  return nook_slide_window{outer, row * rows, row * head, row * *tail, row * attrs.shift, attrs.runs};
}

}  // namespace

NOOK_FORM_KERNEL(nook_slide_window_ref, disjoint, SlideWindowAny)
NOOK_FORM_KERNEL(nook_slide_window_counted_ref, disjoint, SlideWindowCounted)

Result<SlideWindowAny::Params> SlideWindowAny::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                       PrepareContext& context) {
  NOOK_REQUIRE(attrs.runs == 0, Code::kBadType);
  return prepare_window(attrs, node, context);
}

Result<SlideWindowCounted::Params> SlideWindowCounted::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                               PrepareContext& context) {
  NOOK_REQUIRE(attrs.runs != 0, Code::kBadType);
  return prepare_window(attrs, node, context);
}

void SlideWindowAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("outer", p.outer), f.value("size", p.size), f.value("head", p.head), f.value("tail", p.tail);
  f.value("shift", p.shift), f.value("runs", p.runs);
}

}  // namespace nook

NOOK_DEFINE_OP(SlideWindow, slide_window)
