#include "nookc/passes/order/search.h"

#include <numeric>
#include <unordered_set>

#include "nookc/passes/order/walk.h"

namespace nookc {
namespace {

// Depth first, the lowest ready step first. What can still follow depends on the set of finished steps alone,
// so that no set is looked at twice.
class Search {
 public:
  Search(const Footprint& footprint, int64_t most_states) : footprint_(footprint), left_(most_states) {}

  bool exhausted() const { return left_ < 0; }

  // The first order of which no step costs more than `limit`; empty: there is none, or the search ended.
  std::vector<size_t> within(int64_t limit) {
    OrderWalk walk(footprint_);
    std::unordered_set<std::vector<bool>> dead;
    std::vector<size_t> order;
    size_t next = 0;  // to be tried behind `order`
    while (order.size() < footprint_.steps.size()) {
      while (next < footprint_.steps.size() && !(walk.ready(next) && walk.cost(next) <= limit)) ++next;
      if (next < footprint_.steps.size()) {
        walk.run(next);
        if (!dead.contains(walk.all_done())) {
          if (--left_ < 0) return {};
          order.push_back(next);
          next = 0;
          continue;
        }
        walk.undo(next++);
        continue;
      }
      dead.insert(walk.all_done());
      if (order.empty()) return {};
      next = order.back();
      order.pop_back();
      walk.undo(next++);
    }
    return order;
  }

 private:
  const Footprint& footprint_;
  int64_t left_;
};

}  // namespace

std::optional<std::vector<size_t>> least_order(const Footprint& footprint, int64_t most_states) {
  Search search(footprint, most_states);
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
