#include "nookc/middle/passes/order/search.h"

#include <numeric>
#include <unordered_set>

#include "nookc/middle/passes/order/walk.h"

namespace nookc {
namespace {

// Depth-first search, the lowest ready step first. The possible continuations depend only on the set of
// finished steps, so no set is visited twice.
class Search {
 public:
  Search(const Footprint& footprint, int64_t most_looks) : footprint_(footprint), left_(most_looks) {}

  bool exhausted() const { return left_ < 0; }

  // The first order in which no step needs more than `limit`; empty if there is none or the search gave up.
  std::vector<size_t> within(int64_t limit) {
    OrderWalk walk(footprint_);
    StepOrder steps(footprint_);
    std::unordered_set<std::string> dead;
    std::vector<size_t> order;
    size_t next = 0;  // the next step to try after `order`
    const auto back = [&](size_t step) { walk.undo(step), steps.undo(step); };
    while (order.size() < footprint_.steps.size()) {
      while (next < footprint_.steps.size() && !(steps.ready(next) && walk.cost(next) <= limit)) ++next;
      if (next < footprint_.steps.size()) {
        if (--left_ < 0) return {};
        walk.run(next), steps.run(next);
        if (!dead.contains(steps.all_done())) {
          order.push_back(next);
          next = 0;
        } else {
          back(next++);
        }
        continue;
      }
      dead.insert(steps.all_done());
      if (order.empty()) return {};
      next = order.back();
      order.pop_back();
      back(next++);
    }
    return order;
  }

 private:
  const Footprint& footprint_;
  int64_t left_;
};

}  // namespace

std::optional<std::vector<size_t>> least_order(const Footprint& footprint, int64_t most_looks) {
  Search search(footprint, most_looks);
  std::vector<size_t> best(footprint.steps.size());
  std::iota(best.begin(), best.end(), size_t{0});
  while (!best.empty()) {
    std::vector<size_t> better = search.within(peak_of(footprint, best) - 1);
    if (search.exhausted()) return std::nullopt;
    if (better.empty()) break;
    best = std::move(better);
  }
  return best;
}

}  // namespace nookc
