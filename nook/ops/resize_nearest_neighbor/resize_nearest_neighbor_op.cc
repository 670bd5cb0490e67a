#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

Result<ResizeNearestNeighbor::Attrs> ResizeNearestNeighbor::parse(const NodeView& node) {
  namespace field = fields::ResizeNearestNeighborOptions;
  return Attrs{node.options[field::align_corners], node.options[field::half_pixel_centers]};
}

namespace {

// Computes in float32 like TensorFlow Lite.
int32_t nearest(const ResizeNearestNeighbor::Attrs& attrs, int32_t i, int32_t from, int32_t to) {
  const float scale = attrs.align_corners && to > 1
                          ? static_cast<float>(from - 1) / static_cast<float>(to - 1)
                          : static_cast<float>(from) / static_cast<float>(to);
  const float place = (static_cast<float>(i) + (attrs.half_pixel_centers ? 0.5f : 0.0f)) * scale;
  // Compares before rounding: a float past the last pixel may not fit an int32.
  if (!(place < static_cast<float>(from))) return from - 1;
  int32_t at = static_cast<int32_t>(place);
  if (attrs.align_corners && place - static_cast<float>(at) >= 0.5f) ++at;
  return at < from ? at : from - 1;
}

}  // namespace

template <>
Result<nook_pick> PickedAny<ResizeNearestNeighbor>::sources(const Op::Attrs& attrs, const NodeView& node,
                                                            PrepareContext& context) {
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  NOOK_CHECK(context, x.rank == 4, Reason::kRank, 0, 4, x.rank);
  NOOK_TRY(check_indices(node, 1, 2, context));
  NOOK_CHECK(context, y.rank == 4, Reason::kRank, kFirstOutput, 4, y.rank);
  const Shape expected{{x.dim[0], y.dim[1], y.dim[2], x.dim[3]}, 4};
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  for (int d = 1; d <= 2; ++d) {
    const int64_t size = index_at(node.inputs[1], d - 1);
    NOOK_CHECK(context, y.dim[d] == size, Reason::kOutputShape, kFirstOutput, size, y.dim[d]);
  }
  Places places{y};
  dense_strides(x, places.stride);
  places.line = places.stride[1];
  places.regular[1] = places.regular[2] = false;
  auto place = [&](int d, int32_t i) { return nearest(attrs, i, x.dim[d], y.dim[d]); };
  return make_pick(places, size_of(node.inputs[0].type), context, place);
}

}  // namespace nook

NOOK_DEFINE_OP(ResizeNearestNeighbor, resize_nearest_neighbor)
