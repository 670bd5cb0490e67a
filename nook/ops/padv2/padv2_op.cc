#include "nook/ops/padv2/padv2_op.h"

#include "nook/core/quantize.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_padv2_ref, disjoint, Padv2Any)

Span<const RowInvoke> Padv2Any::row_kernels() {
  static constexpr RowInvoke kOfRows[] = {linked_row<Padv2Any, kRef, nook_padv2_ref_row>()};
  return kOfRows;
}

Result<Padv2Any::Params> Padv2Any::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const auto margins = make_pad(node, context);
  NOOK_REQUIRE(margins, margins.code());
  const TensorInfo &value = node.inputs[2], &y = node.outputs[0];
  NOOK_CHECK(context, value.type == y.type, Reason::kType, 2, y.type, value.type);
  NOOK_CHECK(context, value.shape.elements() == 1, Reason::kElements, 2, 1, value.shape.elements());
  const bool alike = y.type != DType::kS8 || same_quantization(value, y);
  NOOK_CHECK(context, alike, Reason::kQuantization, 2, y.zero_point, value.zero_point);
  return Params{*margins, size_of(y.type)};
}

void Padv2Any::fields(ParamsVisitor& f, const Params& p) {
  const nook_pad& m = p.margins;
  f.value("margins.fill", m.fill), f.value("margins.head", m.head), f.value("margins.tail", m.tail);
  f.value("margins.run", m.run), f.value("margins.rank", m.rank);
  f.table("margins.dim", m.dim, m.rank), f.table("margins.gap", m.gap, m.rank);
  f.value("margins.in_h", m.in_h), f.value("margins.row", m.row);
  f.value("element_bytes", p.element_bytes);
}

}  // namespace nook

NOOK_DEFINE_OP(Padv2, padv2)
