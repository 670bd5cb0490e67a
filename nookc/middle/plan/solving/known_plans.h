// Plans of single pools that were computed before. Programs whose kernels differ often need the same memory.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

class KnownPlans {
 public:
  // As lowest_plan(); computed once for equal problems and equal effort, whatever the deadline.
  const Solution& lowest(const nook::Problem& problem, const Effort& effort);

  size_t size() const { return known_.size(); }

 private:
  std::map<std::vector<int64_t>, Solution> known_;
};

}  // namespace nookc
