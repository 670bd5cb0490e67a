#pragma once
#include "nook/plan/problem.h"

namespace nookc {

// The cost of reading and writing a buffer in a pool, per inference, in whole bursts and in the pools' unit.
int64_t traffic_cost(const nook::Problem& problem, int32_t buffer, int32_t pool);

}  // namespace nookc
