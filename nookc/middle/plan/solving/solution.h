// The answer of a solver.
#pragma once
#include <cstdint>
#include <vector>

#include "nook/plan/problem.h"
#include "nookc/core/effort.h"

namespace nookc {

struct Solution {
  bool feasible = false;                // the other fields are valid only if this is true
  std::vector<int32_t> offsets, pools;  // per buffer
  std::vector<int32_t> heights;         // per pool
  std::vector<int64_t> lower_bounds;    // per pool: no plan with the same buffers in it is lower
  bool optimal = false;                 // proved: no plan is better
  bool proved_infeasible = false;       // proved: there is no plan at all
  int64_t work = 0;                     // work spent, as in Effort
  int64_t cost = 0;                     // bytes moved per inference times the cost of their pools

  int64_t height() const {
    int64_t all = 0;
    for (const int32_t h : heights) all += h;
    return all;
  }
  nook::Plan plan() {
    return {{offsets.data(), offsets.size()},
            static_cast<int32_t>(height()),
            {pools.data(), pools.size()},
            {heights.data(), heights.size()}};
  }
};

// The total cost of the buffers in these pools.
int64_t cost_of(const nook::Problem& problem, const std::vector<int32_t>& pools);

}  // namespace nookc
