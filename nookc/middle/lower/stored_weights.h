#pragma once
#include <cstdint>
#include <vector>

#include "nookc/core/bytes.h"
#include "nookc/target/parts.h"

namespace nookc {

// The weights of one call, which the application reads from storage into the staging before the call.
struct WeightChunk {
  int32_t call = 0;   // index into Program::calls
  Bytes bytes;        // constants of the call, each at a multiple of nook::kBufferAlignment
  int32_t at = 0;     // bytes from the start of the staging
  bool ahead = true;  // the read begins before the call of the previous chunk; false: after it

  int32_t size() const { return static_cast<int32_t>(bytes.size()); }
};

// Weights outside the address space (--weights-from storage). The file of weights holds the chunks in this
// order without gaps, so that a run reads it from its start to its end.
struct StoredWeights {
  std::vector<WeightChunk> chunks;  // in the order of the calls; empty: all weights are in the address space
  int32_t pool = -1;                // index of the staging in Program::scratch_pools
  // For estimates in reports:
  const Part* board = nullptr;   // null: not known
  int64_t bytes_per_second = 0;  // that the storage reads; 0: not known

  bool empty() const { return chunks.empty(); }
  int64_t bytes() const {
    int64_t all = 0;
    for (const WeightChunk& chunk : chunks) all += chunk.size();
    return all;
  }
};

}  // namespace nookc
