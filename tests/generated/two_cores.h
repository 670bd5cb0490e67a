// Two threads as the two cores of a program.
#pragma once
#include <cstdint>
#include <functional>

#include "nook/nook.h"

namespace generated {

// Runs `first` on this thread and `second` on another one. Both call nook_signal() and nook_wait(), which add
// delays that follow from the seed.
nook_status run_on_two_cores(const std::function<nook_status()>& first, const std::function<void()>& second,
                             uint32_t seed);

}  // namespace generated
