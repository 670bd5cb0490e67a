#include <algorithm>

#include "nook/model/fields.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/depth_to_space/depth_to_space_op.h"
#include "nook/ops/pack/pack_op.h"
#include "nook/ops/space_to_depth/space_to_depth_op.h"
#include "nookc/front/shapes/rule.h"

namespace nookc::shapes {
namespace {

using nook::OpCode;

Answer like_x(const Question& q) { return {q.x(0)}; }

// The shape that the model states, with the size of the dimension -1.
Answer reshaped(const Question& q) {
  std::optional<Dims> y = q.values(1);
  if (!y && !q.given(1)) {
    const auto stated = q.options()[nook::fields::ReshapeOptions::new_shape];
    y.emplace();
    for (uint32_t i = 0; i < stated.size(); ++i) y->push_back(stated[i]);
    if (y->size() == 1 && y->front() == 0) y->clear();  // how old converters write a scalar
  }
  const int64_t elements = elements_of(q.x(0));
  if (y) {
    const auto open = std::ranges::find(*y, -1);
    if (open != y->end()) {
      *open = 1;
      const int64_t others = elements_of(*y);
      if (others > 0) *open = elements / others;
    }
  }
  if (y && elements_of(*y) == elements) return {*y};
  return elements_of(q.recorded(0)) == elements ? Answer{q.recorded(0)} : Answer{};
}

Answer squeezed(const Question& q) {
  const Dims x = q.x(0);
  const auto stated = q.options()[nook::fields::SqueezeOptions::squeeze_dims];
  std::vector<bool> goes(x.size(), false);
  for (size_t d = 0; d < x.size() && stated.empty(); ++d) goes[d] = x[d] == 1;
  for (uint32_t i = 0; i < stated.size(); ++i) {
    const auto at = axis_of(stated[i], x.size());
    if (!at || x[*at] != 1) return {};
    goes[*at] = true;
  }
  Dims y;
  for (size_t d = 0; d < x.size(); ++d)
    if (!goes[d]) y.push_back(x[d]);
  return {y};
}

Answer expanded(const Question& q) {
  const auto axis = q.values(1);
  Dims y = q.x(0);
  const auto at = axis && axis->size() == 1 ? axis_of(axis->front(), y.size() + 1) : std::nullopt;
  if (!at) return {};
  y.insert(y.begin() + static_cast<ptrdiff_t>(*at), 1);
  return {y};
}

// The operand lists the dimensions of the result.
template <size_t operand>
Answer listed(const Question& q) {
  const auto y = q.values(operand);
  return y ? Answer{*y} : Answer{};
}

Answer broadcast_dims(const Question& q) {
  const Dims a = q.x(0), b = q.x(1);
  if (a.size() != 1 || b.size() != 1) return {};
  return {{std::max(a[0], b[0])}};
}

Answer joined(const Question& q) {
  Dims y = q.x(0);
  const auto axis = axis_of(q.attrs<nook::Concatenation>().axis, y.size());
  if (!axis) return {};
  for (size_t i = 1; i < q.inputs(); ++i) {
    const Dims x = q.x(i);
    if (x.size() != y.size()) return {};
    y[*axis] += x[*axis];
  }
  return {y};
}

Answer stacked(const Question& q) {
  Dims y = q.x(0);
  const auto axis = axis_of(q.attrs<nook::Pack>().axis, y.size() + 1);
  if (!axis) return {};
  y.insert(y.begin() + static_cast<ptrdiff_t>(*axis), static_cast<int64_t>(q.inputs()));
  return {y};
}

Answer padded(const Question& q) {
  const auto pads = q.values(1);
  Dims y = q.x(0);
  if (!pads || pads->size() != 2 * y.size()) return {};
  for (size_t d = 0; d < y.size(); ++d) y[d] += (*pads)[2 * d] + (*pads)[2 * d + 1];
  return {y};
}

Answer tiled(const Question& q) {
  const auto times = q.values(1);
  Dims y = q.x(0);
  if (!times || times->size() != y.size()) return {};
  for (size_t d = 0; d < y.size(); ++d) y[d] *= (*times)[d];
  return {y};
}

Answer transposed(const Question& q) {
  const auto order = q.values(1);
  const Dims x = q.x(0);
  if (!order || order->size() != x.size()) return {};
  Dims y;
  for (const int64_t from : *order) {
    const auto at = axis_of(from, x.size());
    if (!at) return {};
    y.push_back(x[*at]);
  }
  return {y};
}

Answer resized(const Question& q) {
  const auto size = q.values(1);
  Dims y = q.x(0);
  if (!size || size->size() != 2 || y.size() != 4) return {};
  y[1] = (*size)[0], y[2] = (*size)[1];
  return {y};
}

constexpr int64_t kMostBlock = 1 << 15;

Answer depth_to_space(const Question& q) {
  const int64_t block = q.attrs<nook::DepthToSpace>().block;
  const Dims x = q.x(0);
  if (x.size() != 4 || block < 1) return {};
  return {{x[0], x[1] * block, x[2] * block, x[3] / block / block}};
}

Answer space_to_depth(const Question& q) {
  const int64_t block = q.attrs<nook::SpaceToDepth>().block;
  const Dims x = q.x(0);
  if (x.size() != 4 || block < 1 || block > kMostBlock) return {};
  return {{x[0], x[1] / block, x[2] / block, x[3] * block * block}};
}

// Blocks, and how much each dimension grows (or, negative, shrinks).
template <int sign>
Answer blocked(const Question& q) {
  const auto blocks = q.values(1), edges = q.values(2);
  Dims y = q.x(0);
  if (!blocks || !edges || edges->size() != 2 * blocks->size() || y.size() < blocks->size() + 1) return {};
  if (blocks->size() > 2) return {};
  for (size_t i = 0; i < blocks->size(); ++i) {
    const int64_t block = (*blocks)[i], edge = (*edges)[2 * i] + (*edges)[2 * i + 1];
    if (block < 1 || block > kMostBlock) return {};
    y[0] = sign > 0 ? y[0] * block : y[0] / block;
    y[i + 1] = sign > 0 ? (y[i + 1] + edge) / block : y[i + 1] * block - edge;
  }
  return {y};
}

constexpr RuleRow kRules[] = {
    {OpCode::kBatchToSpaceNd, blocked<-1>},
    {OpCode::kBroadcastArgs, broadcast_dims},
    {OpCode::kBroadcastTo, listed<1>},
    {OpCode::kConcatenation, joined},
    {OpCode::kDepthToSpace, depth_to_space},
    {OpCode::kDynamicUpdateSlice, like_x},
    {OpCode::kExpandDims, expanded},
    {OpCode::kFill, listed<0>},
    {OpCode::kMirrorPad, padded},
    {OpCode::kPack, stacked},
    {OpCode::kPad, padded},
    {OpCode::kPadv2, padded},
    {OpCode::kReshape, reshaped},
    {OpCode::kResizeBilinear, resized},
    {OpCode::kResizeNearestNeighbor, resized},
    {OpCode::kReverseSequence, like_x},
    {OpCode::kReverseV2, like_x},
    {OpCode::kSpaceToBatchNd, blocked<1>},
    {OpCode::kSpaceToDepth, space_to_depth},
    {OpCode::kSqueeze, squeezed},
    {OpCode::kTile, tiled},
    {OpCode::kTranspose, transposed},
};

}  // namespace

std::span<const RuleRow> move_rules() { return kRules; }

}  // namespace nookc::shapes
