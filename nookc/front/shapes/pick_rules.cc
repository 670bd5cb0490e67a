#include <algorithm>

#include "nook/ops/gather/gather_op.h"
#include "nook/ops/one_hot/one_hot_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/front/shapes/rule.h"

namespace nookc::shapes {
namespace {

using nook::OpCode;

Answer gathered(const Question& q) {
  const auto& attrs = q.attrs<nook::Gather>();
  const Dims x = q.x(0), indices = q.x(1);
  const auto axis = axis_of(attrs.axis, x.size());
  int64_t batch = attrs.batch_dims;
  if (batch < 0) batch += static_cast<int64_t>(indices.size());
  if (!axis || batch < 0 || batch > static_cast<int64_t>(std::min(*axis, indices.size()))) return {};
  const auto at = static_cast<ptrdiff_t>(*axis);
  Dims y(x.begin(), x.begin() + at);
  y.insert(y.end(), indices.begin() + batch, indices.end());
  y.insert(y.end(), x.begin() + at + 1, x.end());
  return {y};
}

Answer gathered_nd(const Question& q) {
  const Dims x = q.x(0), indices = q.x(1);
  if (indices.empty() || indices.back() < 0 || indices.back() > static_cast<int64_t>(x.size())) return {};
  Dims y(indices.begin(), indices.end() - 1);
  y.insert(y.end(), x.begin() + indices.back(), x.end());
  return {y};
}

// Rows of a table.
Answer looked_up(const Question& q) {
  Dims y = q.x(1);
  const Dims indices = q.x(0);
  if (y.empty() || indices.size() != 1) return {};
  y[0] = indices[0];
  return {y};
}

Answer one_hot(const Question& q) {
  const auto depth = q.values(1);
  Dims y = q.x(0);
  const auto axis = axis_of(q.attrs<nook::OneHot>().axis, y.size() + 1);
  if (!depth || depth->size() != 1 || !axis) return {};
  y.insert(y.begin() + static_cast<ptrdiff_t>(*axis), depth->front());
  return {y};
}

Answer rank_of(const Question& q) { return {{static_cast<int64_t>(q.x(0).size())}}; }

Answer sliced(const Question& q) {
  const auto begin = q.values(1), size = q.values(2);
  const Dims x = q.x(0);
  if (!size || size->size() != x.size()) return {};
  Dims y = *size;
  for (size_t d = 0; d < x.size(); ++d) {
    if (y[d] >= 0) continue;
    if (!begin || begin->size() != x.size()) return {};
    y[d] = x[d] - (*begin)[d];
  }
  return {y};
}

// The number of elements that begin, end and stride i select in a dimension; -1: it can't be said.
int64_t selected(const nook::StridedSlice::Attrs& attrs, size_t i, int64_t dim, int64_t begin, int64_t end,
                 int64_t stride) {
  if (stride == 0) return -1;
  const int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? dim : dim - 1;
  const auto place = [&](int64_t at) { return std::clamp(at < 0 ? at + dim : at, low, high); };
  begin = attrs.begin_mask >> i & 1u ? (stride > 0 ? low : high) : place(begin);
  end = attrs.end_mask >> i & 1u ? (stride > 0 ? high : low) : place(attrs.offset ? end + begin : end);
  const int64_t size =
      stride > 0 ? (end - begin + stride - 1) / stride : (begin - end - stride - 1) / -stride;
  return std::max<int64_t>(size, 0);
}

Answer strided(const Question& q) {
  const auto& attrs = q.attrs<nook::StridedSlice>();
  const auto begin = q.values(1), end = q.values(2), strides = q.values(3);
  const Dims x = q.x(0);
  const size_t count = static_cast<size_t>(elements_of(q.x(1)));
  if (count > 32) return {};
  size_t whole = x.size(), d = 0;  // dimensions that an ellipsis, or the end, takes whole
  for (size_t i = 0; i < count; ++i)
    if (!((attrs.ellipsis_mask | attrs.new_axis_mask) >> i & 1u) && whole-- == 0) return {};
  Dims y;
  const auto take_whole = [&] {
    for (; whole > 0; --whole) y.push_back(x[d++]);
  };
  for (size_t i = 0; i < count; ++i) {
    if (attrs.ellipsis_mask >> i & 1u) {
      take_whole();
    } else if (attrs.new_axis_mask >> i & 1u) {
      y.push_back(1);
    } else if (attrs.shrink_axis_mask >> i & 1u) {
      ++d;
    } else {
      const auto stated = [&](const std::optional<Dims>& of) { return of && of->size() == count; };
      const bool known = stated(strides) && (attrs.begin_mask >> i & 1u || stated(begin)) &&
                         (attrs.end_mask >> i & 1u || stated(end));
      if (!known) return {};
      const int64_t size = selected(attrs, i, x[d++], stated(begin) ? (*begin)[i] : 0,
                                    stated(end) ? (*end)[i] : 0, (*strides)[i]);
      if (size < 0) return {};
      y.push_back(size);
    }
  }
  take_whole();
  return {y};
}

Answer split(const Question& q) {
  const auto axis = q.values(0);
  Dims y = q.x(1);
  const auto at = axis && axis->size() == 1 ? axis_of(axis->front(), y.size()) : std::nullopt;
  if (!at) return {};
  y[*at] /= static_cast<int64_t>(q.results());
  return Answer(q.results(), y);
}

// At most one size may be -1: the rest.
Answer split_v(const Question& q) {
  const auto sizes = q.values(1), axis = q.values(2);
  const Dims x = q.x(0);
  const auto at = axis && axis->size() == 1 ? axis_of(axis->front(), x.size()) : std::nullopt;
  if (!at || !sizes || sizes->size() != q.results()) return {};
  int64_t rest = x[*at];
  for (const int64_t size : *sizes) rest -= std::max<int64_t>(size, 0);
  Answer all;
  for (const int64_t size : *sizes) {
    all.push_back(x);
    all.back()[*at] = size < 0 ? rest : size;
  }
  return all;
}

Answer unpacked(const Question& q) {
  Dims y = q.x(0);
  const auto axis = axis_of(q.attrs<nook::Unpack>().axis, y.size());
  if (!axis) return {};
  y.erase(y.begin() + static_cast<ptrdiff_t>(*axis));
  return Answer(q.results(), y);
}

constexpr RuleRow kRules[] = {
    {OpCode::kEmbeddingLookup, looked_up},
    {OpCode::kGather, gathered},
    {OpCode::kGatherNd, gathered_nd},
    {OpCode::kOneHot, one_hot},
    {OpCode::kShape, rank_of},
    {OpCode::kSlice, sliced},
    {OpCode::kSplit, split},
    {OpCode::kSplitV, split_v},
    {OpCode::kStridedSlice, strided},
    {OpCode::kUnpack, unpacked},
};

}  // namespace

std::span<const RuleRow> pick_rules() { return kRules; }

}  // namespace nookc::shapes
