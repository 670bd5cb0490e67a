#include "nook/ops/mean/mean_op.h"
#include "nook/ops/reduce_all/reduce_all_op.h"
#include "nook/ops/reduce_any/reduce_any_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/reduce_min/reduce_min_op.h"
#include "nook/ops/reduce_prod/reduce_prod_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nook/ops/topk_v2/topk_v2_op.h"
#include "nookc/front/shapes/rule.h"

namespace nookc::shapes {
namespace {

using nook::OpCode;

template <class Op>
Answer reduced(const Question& q) {
  const auto axes = q.values(1);
  if (!axes) return {};
  const Dims x = q.x(0);
  std::vector<bool> goes(x.size());
  for (const int64_t axis : *axes) {
    const auto at = axis_of(axis, x.size());
    if (!at) return {};
    goes[*at] = true;
  }
  Dims y;
  for (size_t d = 0; d < x.size(); ++d) {
    if (!goes[d])
      y.push_back(x[d]);
    else if (q.attrs<Op>().keep_dims)
      y.push_back(1);
  }
  return {y};
}

// The index of an element along an axis, which the result lacks.
Answer index_along(const Question& q) {
  const auto axis = q.values(1);
  const auto at = axis && axis->size() == 1 ? axis_of(axis->front(), q.x(0).size()) : std::nullopt;
  if (!at) return {};
  Dims y = q.x(0);
  y.erase(y.begin() + static_cast<ptrdiff_t>(*at));
  return {y};
}

Answer largest(const Question& q) {
  const auto count = q.values(1);
  Dims y = q.x(0);
  if (!count || count->size() != 1 || y.empty()) return {};
  y.back() = count->front();
  return {y, y};
}

Answer chosen_boxes(const Question& q) {
  const auto most = q.values(2);
  if (!most || most->size() != 1) return {};
  return {{most->front()}, Dims{}};
}

Answer chosen_boxes_and_scores(const Question& q) {
  const auto most = q.values(2);
  if (!most || most->size() != 1) return {};
  return {{most->front()}, {most->front()}, Dims{}};
}

constexpr RuleRow kRules[] = {
    {OpCode::kArgMax, index_along},
    {OpCode::kArgMin, index_along},
    {OpCode::kMean, reduced<nook::Mean>},
    {OpCode::kNonMaxSuppressionV4, chosen_boxes},
    {OpCode::kNonMaxSuppressionV5, chosen_boxes_and_scores},
    {OpCode::kReduceAll, reduced<nook::ReduceAll>},
    {OpCode::kReduceAny, reduced<nook::ReduceAny>},
    {OpCode::kReduceMax, reduced<nook::ReduceMax>},
    {OpCode::kReduceMin, reduced<nook::ReduceMin>},
    {OpCode::kReduceProd, reduced<nook::ReduceProd>},
    {OpCode::kSum, reduced<nook::Sum>},
    {OpCode::kTopkV2, largest},
};

}  // namespace

std::span<const RuleRow> reduce_rules() { return kRules; }

}  // namespace nookc::shapes
