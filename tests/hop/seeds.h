#pragma once
#include "tests/sanitized.h"

namespace hop {

// The seeds to try: `usual` of them, with NOOK_TEST_ALL=1 `all`, or NOOK_COUNT of them from NOOK_FIRST on.
struct Seeds {
  uint64_t first = 1, end = 1;

  Seeds(uint32_t usual, uint64_t all) {
    const char *from = std::getenv("NOOK_FIRST"), *count = std::getenv("NOOK_COUNT");
    if (from) first = std::strtoull(from, nullptr, 10);
    end = first + (count                          ? std::strtoull(count, nullptr, 10)
                   : std::getenv("NOOK_TEST_ALL") ? all
                                                  : test::quick_seeds(usual));
  }
};

}  // namespace hop
