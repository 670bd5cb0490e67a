#include "nook/ops/fake_quant/fake_quant_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_fake_quant_f32_ref, in_place, FakeQuantF32)

Result<FakeQuant::Attrs> FakeQuant::parse(const NodeView& node) {
  namespace field = fields::FakeQuantOptions;
  return Attrs{node.options[field::min], node.options[field::max], node.options[field::num_bits],
               node.options[field::narrow_range]};
}

// In single precision, in TensorFlow Lite's order.
Result<FakeQuantF32::Params> FakeQuantF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                   PrepareContext& context) {
  const Result<nook_unary_f32> elements = prepare_unary_f32(node, context);
  NOOK_REQUIRE(elements, elements.code());
  NOOK_CHECK(context, attrs.num_bits >= 2 && attrs.num_bits <= 16, Reason::kAttribute, 0, 16, attrs.num_bits);
  NOOK_CHECK(context, !attrs.narrow_range, Reason::kAttribute, 0, 0, 1);  // as in TensorFlow Lite
  const float last = static_cast<float>((1 << attrs.num_bits) - 1);
  const float scale = (attrs.max - attrs.min) / last, inverse = 1.0f / scale;
  NOOK_CHECK(context, scale > 0 && scale <= 1e30f && inverse <= 1e30f, Reason::kAttribute, 0, 0, 0);
  const float zero = 0.0f - attrs.min / scale;
  NOOK_CHECK(context, zero > -1e9f && zero < 1e9f, Reason::kAttribute, 0, 0, 0);
  const float inside = zero < 0 ? 0.0f : zero > last ? last : zero;
  const float nudged = static_cast<float>(static_cast<int32_t>(inside + 0.5f));
  return Params{elements->size, (0.0f - nudged) * scale, (last - nudged) * scale, scale, inverse};
}

void FakeQuantF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("least", p.least), f.value("most", p.most);
  f.value("scale", p.scale), f.value("inverse", p.inverse);
}

}  // namespace nook

NOOK_DEFINE_OP(FakeQuant, fake_quant)
