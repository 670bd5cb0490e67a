// Measures the cost of a compiled model on its target.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nookc/back/run/marks.h"
#include "nookc/back/run/section_sizes.h"
#include "nookc/back/run/session.h"

namespace nookc {

struct OperatorCost {
  size_t call = 0;  // index into Program::calls
  std::optional<int64_t> instructions;
  std::optional<Cycles> cycles;
  std::optional<double> microseconds;  // measured on a board at a serial port
};

struct Costs {
  std::optional<int64_t> instructions;       // count of one run; nothing: this machine has no counter
  std::optional<Cycles> cycles;              // estimate for one run; nothing: there is no model of the core
  std::optional<int64_t> init_instructions;  // for the interpreter's construction, on boards
  std::string counter;                       // the counter: "qemu", "callgrind"
  std::vector<double> microseconds;          // each timed run by a clock, sorted
  int64_t clock_hz = 0;                      // clock of the board at a serial port; 0: no such board
  SectionSizes program;              // without the model's constants and without the size of an empty program
  int64_t stack_measured_bytes = 0;  // 0: the target can't measure it
  std::vector<OperatorCost> operators;  // in the order of Program::calls
};

// The tool that counts instructions on this machine, if there is one. valgrind takes about fifty times as
// long as the program.
enum class HostCounter { kNone, kCallgrind };

// Measures one inference on run 0 of the session's inputs. Sizes are unknown for a board at a serial port.
// Diags as Session; N1004: the runner found a fault; N4046: the board's clock stands still.
Result<Costs> measure(Session& session, HostCounter host_counter);

}  // namespace nookc
