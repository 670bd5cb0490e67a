#include "nook/ops/families/one_axis.h"

#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

Result<int32_t> given_axis(const NodeView& node, PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  NOOK_TRY(check_indices(node, 1, 1, context));
  NOOK_CHECK(context, x.elements() > 0, Reason::kElements, 0, 1, 0);
  return axis_of(index_at(node.inputs[1], 0), x.rank, 1, context);
}

OneAxis along(const Shape& x, int axis) {
  OneAxis all;
  all.size = x.dim[axis];
  for (int d = 0; d < axis; ++d) all.outer *= x.dim[d];
  for (int d = axis + 1; d < x.rank; ++d) all.inner *= x.dim[d];
  return all;
}

}  // namespace

Result<OneAxis> read_axis(const NodeView& node, PrepareContext& context) {
  const Result<int32_t> axis = given_axis(node, context);
  NOOK_REQUIRE(axis, axis.code());
  return along(node.inputs[0].shape, *axis);
}

Result<OneAxis> index_axis(const NodeView& node, PrepareContext& context) {
  const Result<int32_t> axis = given_axis(node, context);
  NOOK_REQUIRE(axis, axis.code());
  const Shape& x = node.inputs[0].shape;
  Shape rest;
  for (int d = 0; d < x.rank; ++d)
    if (d != *axis) rest.dim[rest.rank++] = x.dim[d];
  NOOK_TRY(check_output_shape(node.outputs[0], rest, context));
  return along(x, *axis);
}

}  // namespace nook
