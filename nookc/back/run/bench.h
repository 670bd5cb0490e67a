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
  size_t call = 0;  // of Program::calls
  std::optional<int64_t> instructions;
  std::optional<Cycles> cycles;
  std::optional<double> microseconds;  // on a board at a serial port
};

struct Costs {
  std::optional<int64_t> instructions;       // of one run; nothing: this machine has no counter
  std::optional<Cycles> cycles;              // of one run, estimated; nothing: the core has no rules
  std::optional<int64_t> init_instructions;  // of the interpreter's construction, on boards
  std::string counter;                       // who counted: "qemu", "callgrind"
  std::vector<double> microseconds;          // by a clock: of each timed run, sorted
  int64_t clock_hz = 0;                      // of the board at a serial port; 0: not on one
  SectionSizes program;                      // without the model's constants, without an empty program
  int64_t stack_measured_bytes = 0;          // 0: the target can't measure it
  std::vector<OperatorCost> operators;       // in the order of Program::calls
};

// The tool that counts instructions on this machine, if there is one. valgrind takes about fifty times as
// long as the program.
enum class HostCounter { kNone, kCallgrind };

// Measures one inference on run 0 of the session's inputs. For a board at a serial port no sizes are known.
// Diags as Session; N1004: the runner found a fault; N4046: the board's clock stands still.
Result<Costs> measure(Session& session, HostCounter host_counter);

}  // namespace nookc
