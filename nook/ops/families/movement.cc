#include "nook/ops/families/movement_op.h"
#include "nook/ops/prepare/fit_window.h"

namespace nook {

Result<nook_parts> make_parts(const NodeView& node, const Shape& x, int32_t axis, PrepareContext& context) {
  const Span<int32_t> run = context.persistent.make<int32_t>(node.outputs.size());
  NOOK_CHECK(context, !run.empty(), Reason::kPersistent, 0, node.outputs.size() * sizeof(int32_t), 0);
  nook_parts p{1, static_cast<int32_t>(node.outputs.size()), run.data()};
  for (int d = 0; d < axis; ++d) p.outer *= x.dim[d];
  for (size_t i = 0; i < run.size(); ++i) run[i] = node.outputs[i].bytes() / p.outer;
  return p;
}

WindowRows rows_picked(const nook_pick& p) {
  if (p.line == 0 || p.rank < 2 || p.dim[0] != 1) return {1, 0, 1, 0};
  return fit_window(p.dim[1], [&](int32_t y) {
    const int32_t row = p.at[1 + y] / p.line;
    return RowSpan{row, row + 1};
  });
}

Result<nook_pick> start_pick(const Places& places, int32_t element_bytes, Span<int32_t>* at,
                             PrepareContext& context) {
  const Shape& y = places.shape;
  nook_pick p{};
  p.run = element_bytes, p.line = places.line * element_bytes;
  // Innermost elements that are also contiguous in x form one run.
  int rank = y.rank;
  while (rank > 1 && places.regular[rank - 1] && places.stride[rank - 1] * element_bytes == p.run)
    p.run *= y.dim[--rank];
  p.rank = rank > 0 ? rank : 1;
  int64_t all = rank > 0 ? 0 : 1;
  for (int d = 0; d < rank; ++d) all += y.dim[d];
  constexpr int64_t kMost = INT32_MAX / static_cast<int64_t>(sizeof(int32_t));
  NOOK_CHECK(context, all <= kMost, Reason::kTooLarge, kFirstOutput, kMost, INT32_MAX);
  p.places = static_cast<int32_t>(all);
  const Span<int32_t> dim = context.persistent.make<int32_t>(static_cast<size_t>(p.rank));
  NOOK_CHECK(context, !dim.empty(), Reason::kPersistent, 0, p.rank * 4, 0);
  dim[0] = 1;
  for (int d = 0; d < rank; ++d) dim[static_cast<size_t>(d)] = y.dim[d];
  *at = context.persistent.make<int32_t>(static_cast<size_t>(p.places));
  NOOK_CHECK(context, !at->empty(), Reason::kPersistent, 0, p.places * 4, 0);
  p.dim = dim.data(), p.at = at->data();
  return p;
}

}  // namespace nook
