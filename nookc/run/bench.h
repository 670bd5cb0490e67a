// What a compiled model costs on its target.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nookc/run/section_sizes.h"
#include "nookc/run/session.h"

namespace nookc {

struct OperatorCost {
  size_t call = 0;  // of Program::calls
  std::optional<int64_t> instructions;
};

struct Costs {
  std::optional<int64_t> instructions;       // of one run; nothing: this machine has no counter
  std::optional<int64_t> init_instructions;  // of the interpreter's construction, on boards
  std::string counter;                       // who counted: "qemu", "callgrind"
  std::vector<double> microseconds;          // host only: of each timed run, sorted
  SectionSizes program;                      // without the model's constants, without an empty program
  int64_t stack_measured_bytes = 0;          // 0: the target can't measure it
  int64_t event_overhead = 0;                // instructions between two marks that no operator is between
  std::vector<OperatorCost> operators;       // in the order of Program::calls
};

// Measures one inference on run 0 of the session's inputs. Diags as Session; N1004: the runner found a fault.
Result<Costs> measure(Session& session);

// A mark in the instruction stream, as tools/count writes it.
struct Mark {
  int number;
  int64_t count;
};
// Instructions of each region between mark 2 and the next mark 3, and what every such region contains beside
// an operator: the least between a mark 3 and the mark 2 after it, where the same events are reported and
// nothing runs.
struct Regions {
  std::vector<int64_t> instructions;
  int64_t overhead = 0;
};
Regions regions_of(const std::vector<Mark>& marks);

}  // namespace nookc
