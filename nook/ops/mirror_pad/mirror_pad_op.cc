#include "nook/ops/mirror_pad/mirror_pad_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

Result<MirrorPad::Attrs> MirrorPad::parse(const NodeView& node) {
  const auto mode = static_cast<fields::MirrorPadMode>(node.options[fields::MirrorPadOptions::mode]);
  return Attrs{mode == fields::MirrorPadMode::SYMMETRIC};
}

template <>
Result<nook_pick> PickedAny<MirrorPad>::sources(const Op::Attrs& attrs, const NodeView& node,
                                                PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  NOOK_TRY(check_indices(node, 1, 2 * x.rank, context));
  Places places{x};
  int32_t margin[kMaxRank] = {};
  for (int d = 0; d < x.rank; ++d) {
    const int64_t before = index_at(node.inputs[1], 2 * d), after = index_at(node.inputs[1], 2 * d + 1);
    const int32_t most = attrs.symmetric ? x.dim[d] : x.dim[d] - 1;
    NOOK_CHECK(context, before >= 0 && before <= most, Reason::kPadding, 1, most, before);
    NOOK_CHECK(context, after >= 0 && after <= most, Reason::kPadding, 1, most, after);
    const int64_t size = x.dim[d] + before + after;
    NOOK_CHECK(context, size <= INT32_MAX, Reason::kTooLarge, kFirstOutput, INT32_MAX, INT32_MAX);
    margin[d] = static_cast<int32_t>(before), places.shape.dim[d] = static_cast<int32_t>(size);
  }
  NOOK_TRY(check_output_shape(node.outputs[0], places.shape, context));
  dense_strides(x, places.stride);
  if (x.rank == 4) places.line = places.stride[1];
  const int32_t edge = attrs.symmetric ? 1 : 0;
  auto place = [&](int d, int32_t i) {
    i -= margin[d];
    if (i < 0) return -i - edge;
    return i < x.dim[d] ? i : (x.dim[d] - 1) - (i - (x.dim[d] - 1)) + edge;
  };
  for (int d = 0; d < x.rank; ++d) places.regular[d] = places.shape.dim[d] == x.dim[d];
  return make_pick(places, size_of(node.inputs[0].type), context, place);
}

}  // namespace nook

NOOK_DEFINE_OP(MirrorPad, mirror_pad)
