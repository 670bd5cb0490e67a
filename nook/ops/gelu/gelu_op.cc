#include "nook/ops/gelu/gelu_op.h"

#include <math.h>

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/gelu/curves.h"
#include "nook/ops/prepare/float_table.h"

namespace nook {
namespace {

// Where float and double are one type, functions of the C library are for that type.
float exponential(float x) { return expf(x); }
float tangent(float x) { return tanhf(x); }

float curve(float x) { return nook_gelu(x, exponential); }
float approximate_curve(float x) { return nook_gelu_approximate(x, tangent); }
float gate_of(float x) { return nook_gelu_gate(x, exponential); }
float approximate_gate_of(float x) { return nook_gelu_gate_approximate(x, tangent); }

}  // namespace

NOOK_FORM_KERNEL(nook_gelu_f32_ref, in_place, GeluF32)

Result<Gelu::Attrs> Gelu::parse(const NodeView& node) {
  return Attrs{node.options[fields::GeluOptions::approximate]};
}

template <>
Code UnaryS8<Gelu>::fill_table(const Op::Attrs& attrs, const TableOf& of) {
  return fill_float_table(attrs.approximate ? approximate_curve : curve, of);
}

template <>
int32_t GatedS16<Gelu>::kind_of(const Op::Attrs& attrs) {
  return attrs.approximate;
}

// 64 points for each unit of x. Beyond 5, the gate is 1 to 3e-7.
template <>
Gate GatedS16<Gelu>::gate(int32_t approximate) {
  return {5, 320, 12, approximate ? approximate_gate_of : gate_of};
}

Result<GeluF32::Params> GeluF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  const Result<nook_unary_f32> elements = prepare_unary_f32(node, context);
  NOOK_REQUIRE(elements, elements.code());
  return Params{elements->size, attrs.approximate};
}

void GeluF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("approximate", p.approximate);
}

}  // namespace nook

NOOK_DEFINE_OP(Gelu, gelu)
