// The output of the counter of executed instructions (tools/count).
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// Estimated cycles (docs/cycles.md): without wait states, and with the wait states of the flash.
struct Cycles {
  int64_t core = 0, flash = 0;
};

// Executed instructions: since reset, or between two marks.
struct Executed {
  int64_t instructions = 0;
  Cycles cycles;  // zeros if the counter has no timing model of the core

  Executed& operator+=(const Executed& more);
  // Subtracts `other`; never below 0.
  Executed beyond(const Executed& other) const;
};

// A mark in the instruction stream, with the counts before it.
struct Mark {
  int number;
  Executed before;
};

// Diag N4001.
Result<std::vector<Mark>> read_marks(const std::filesystem::path& file);

// The last region from mark 0 to mark 1, without the first mark itself.
std::optional<Executed> last_run(const std::vector<Mark>& marks);

// Each region between mark 2 and the next mark 3, and the overhead of such a region: the least count between
// a mark 3 and the following mark 2, where the same events are reported and nothing else runs.
struct Regions {
  std::vector<Executed> executed;
  Executed overhead;
};
Regions regions_of(const std::vector<Mark>& marks);

}  // namespace nookc
