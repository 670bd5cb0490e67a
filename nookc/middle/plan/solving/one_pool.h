// The buffers of one pool as a problem of their own.
#pragma once
#include <vector>

#include "nook/plan/problem.h"

namespace nookc {

struct OnePool {
  std::vector<int32_t> members;  // buffers of the whole problem
  std::vector<nook::Buffer> buffers;
  std::vector<nook::BufferRules> rules;
  std::vector<nook::Separation> separations;
  nook::PlanPool pool;

  OnePool(const nook::Problem& whole, const std::vector<int32_t>& pools, int32_t which);
  nook::Problem problem() const;  // borrows
};

}  // namespace nookc
