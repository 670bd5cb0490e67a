#pragma once
#include <string>
#include <vector>

#include "nookc/back/interface/interface.h"

namespace nookc {

// A row of the table of memory use.
struct MemoryRow {
  std::string role, place;  // "scratch", "sram"; "application" for buffers that it owns
  int64_t bytes = 0;        // -1: unknown; the note says why
  int32_t alignment = 0;    // 0: does not apply
  std::string note;         // the tensor, or the operator at the peak
};

// The rows by role: inputs, outputs, scratch, persistent, constant and stack.
std::vector<MemoryRow> memory_rows(const Program& program, const Interface& face);

// The rows as columns under a header line, each line after `indent`, at most `width` wide (0: any).
std::string memory_table(const std::vector<MemoryRow>& rows, const std::string& indent, int width = 0);

}  // namespace nookc
