// The buffers of one pool as a separate problem.
#pragma once
#include <vector>

#include "nook/plan/problem.h"

namespace nookc {

struct OnePool {
  std::vector<int32_t> members;  // indices in the whole problem
  std::vector<nook::Buffer> buffers;
  std::vector<nook::BufferRules> rules;
  std::vector<nook::Separation> separations;
  nook::PlanPool pool;

  OnePool(const nook::Problem& whole, const std::vector<int32_t>& pools, int32_t which);
  nook::Problem problem() const;  // borrows from this object
};

}  // namespace nookc
