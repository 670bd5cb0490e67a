#include "nook/ops/cumsum/cumsum_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/families/one_axis.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// Elements that are read in memory order may be overwritten.
template <class Params>
int32_t in_order(const Params& p, int) {
  return p.walk.inner == 1 && !p.walk.reverse ? 0 : kDisjoint;
}

Result<nook_cumsum_walk> make_walk(const Cumsum::Attrs& attrs, const NodeView& node,
                                   PrepareContext& context) {
  const Result<OneAxis> axis = read_axis(node, context);
  NOOK_REQUIRE(axis, axis.code());
  NOOK_TRY(check_output_shape(node.outputs[0], node.inputs[0].shape, context));
  return nook_cumsum_walk{axis->outer, axis->size, axis->inner, attrs.exclusive, attrs.reverse};
}

}  // namespace

NOOK_FORM_KERNEL(nook_cumsum_s8_ref, in_order, CumsumS8)
NOOK_FORM_KERNEL(nook_cumsum_f32_ref, in_order, CumsumF32)
NOOK_FORM_KERNEL(nook_cumsum_s32_ref, in_order, CumsumS32)

Result<Cumsum::Attrs> Cumsum::parse(const NodeView& node) {
  namespace field = fields::CumsumOptions;
  return Attrs{node.options[field::exclusive] != 0, node.options[field::reverse] != 0};
}

Result<CumsumS8::Params> CumsumS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                           PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_s8_to_s8(x, y, context));
  const Result<nook_cumsum_walk> walk = make_walk(attrs, node, context);
  NOOK_REQUIRE(walk, walk.code());
  // The factor of a sum that is scaled by 2^19; a right shift of more than 31 always results in 0.
  const auto scale = fixed_ratio(x.scale(), 1, y.scale());
  NOOK_CHECK(context, scale && scale->shift <= 19, Reason::kScaleValue, kFirstOutput, 0, 0);
  const bool nothing = scale->shift < 19 - 31;
  return Params{*walk, x.zero_point, y.zero_point, nothing ? 0 : scale->multiplier,
                nothing ? 0 : scale->shift - 19};
}

namespace {

// Sums of elements that have the type of the sums.
Result<nook_cumsum_walk> walk_of(DType type, const Cumsum::Attrs& attrs, const NodeView& node,
                                 PrepareContext& context) {
  NOOK_REQUIRE(node.inputs[0].type == type && node.outputs[0].type == type, Code::kBadType);
  return make_walk(attrs, node, context);
}

void walk_fields(ParamsVisitor& f, const nook_cumsum_walk& walk) {
  f.value("walk.outer", walk.outer), f.value("walk.size", walk.size), f.value("walk.inner", walk.inner);
  f.value("walk.exclusive", walk.exclusive), f.value("walk.reverse", walk.reverse);
}

}  // namespace

Result<CumsumF32::Params> CumsumF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  const Result<nook_cumsum_walk> walk = walk_of(DType::kF32, attrs, node, context);
  NOOK_REQUIRE(walk, walk.code());
  return Params{*walk};
}

Result<CumsumS32::Params> CumsumS32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  const Result<nook_cumsum_walk> walk = walk_of(DType::kS32, attrs, node, context);
  NOOK_REQUIRE(walk, walk.code());
  return Params{*walk};
}

void CumsumS8::fields(ParamsVisitor& f, const Params& p) {
  walk_fields(f, p.walk);
  f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

void CumsumF32::fields(ParamsVisitor& f, const Params& p) { walk_fields(f, p.walk); }

void CumsumS32::fields(ParamsVisitor& f, const Params& p) { walk_fields(f, p.walk); }

}  // namespace nook

NOOK_DEFINE_OP(Cumsum, cumsum)
