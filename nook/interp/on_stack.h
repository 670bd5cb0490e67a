// Provides working memory on the stack, for queries and constructions without memory from the caller.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/core/span.h"
#include "nook/core/status.h"

namespace nook::interp {

// The limit. Models with up to about fifty operators fit.
constexpr size_t kMostOnStack = 8192;

template <size_t kBytes, class Run>
[[gnu::noinline]] Code run_with(const Run& run) {
  alignas(8) uint8_t working[kBytes];
  return run(Span<uint8_t>{working, kBytes});
}

// Calls run() with at least `bytes` bytes of working memory, up to kMostOnStack. Sizes are powers of two from
// 1024 on, so that a compiler can report each stack depth.
template <class Run>
Code run_on_stack(size_t bytes, const Run& run) {
  if (bytes <= kMostOnStack / 8) return run_with<kMostOnStack / 8>(run);
  if (bytes <= kMostOnStack / 4) return run_with<kMostOnStack / 4>(run);
  if (bytes <= kMostOnStack / 2) return run_with<kMostOnStack / 2>(run);
  return run_with<kMostOnStack>(run);
}

}  // namespace nook::interp
