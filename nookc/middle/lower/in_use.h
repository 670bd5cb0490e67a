// The bytes of a planned memory in use at each step; bytes that several buffers share count once.
#pragma once
#include <cstdint>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

// The bytes that a buffer occupies from step `first` to step `last`, both included.
struct Extent {
  int64_t offset, size;
  int32_t first, last;
};

// The number of bytes in use at each step. Takes n log n time for n extents.
class BytesInUse {
 public:
  explicit BytesInUse(const std::vector<Extent>& extents);
  int64_t at(int32_t step) const;

 private:
  struct Change {
    int64_t step, bytes;  // `bytes` from this step on, until the next change
  };
  std::vector<Change> changes_;
};

// The fullest point of a pool: among the steps at which its topmost byte is in use, the first with the most
// bytes in use. Reports and maps show this point.
struct Peak {
  int32_t step = -1;  // -1: the pool is never in use
  int64_t bytes = 0;
};
Peak peak_of(const std::vector<Extent>& extents,
             int32_t from = INT32_MIN);  // the first step to consider

// The buffers planned into a scratch pool.
std::vector<Extent> extents_of(const Program& program, size_t pool);
// The fullest call of one pool, and of all pools together: among the calls at which some pool is fullest, the
// one with the most bytes in use.
Peak peak_of(const Program& program, size_t pool);
Peak peak_of(const Program& program);

}  // namespace nookc
