// The bytes of a planned memory in use at each step; bytes that several buffers share count once.
#pragma once
#include <cstdint>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

// The bytes of a buffer from a step to a step, both included.
struct Extent {
  int64_t offset, size;
  int32_t first, last;
};

// Bytes in use at a step.
int64_t bytes_in_use(const std::vector<Extent>& extents, int32_t step);

// The fullest point of a pool: of the steps at which its topmost byte is in use, the first with the most
// bytes in use. Reports and maps show this one.
struct Peak {
  int32_t step = -1;  // -1: nothing is ever in use
  int64_t bytes = 0;
};
Peak peak_of(const std::vector<Extent>& extents,
             int32_t from = INT32_MIN);  // among the steps from that one on

// What is planned into a pool of the scratch.
std::vector<Extent> extents_of(const Program& program, size_t pool);
// Of the steps that are calls. Of all pools together: where the most is in use of those steps at which one is
// fullest.
Peak peak_of(const Program& program, size_t pool);
Peak peak_of(const Program& program);

}  // namespace nookc
