// Why an operator has its kernel: all kernels of its form, the obstacles of each, and its cost.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"
#include "nookc/target/parts.h"
#include "nookc/target/speed.h"

namespace nookc {

// The conditions under which the program's kernels were chosen.
struct ExplainedChoice {
  Level level = Level::kBalanced;
  std::string level_name;       // "balanced"
  Flash flash;                  // the flash that the code will run from
  const Part* board = nullptr;  // null: none given
};

// A kernel that could run an operator.
struct Alternative {
  const nook::KernelEntry* row = nullptr;
  bool chosen = false;               // the generated code calls it
  bool runs = false;                 // it can run the operator on this core
  std::vector<std::string> reasons;  // why it was not chosen, or why it was
  // The figures of a kernel that runs. Cycles with the wait states of the flash, by what, and how far off
  // they are for most layers, if that is known; empty: there are no figures of the core (docs/cycles.md).
  std::optional<int64_t> cycles;
  Basis basis = Basis::kGuess;
  std::optional<double> error;
  int64_t scratch = 0;
  int64_t constant_bytes = 0;  // its operator's constants: packed for it, or as they are in the model
  int64_t code_bytes = 0;      // linked by a program with this kernel alone; 0: not measured for the target
};

struct Explained {
  size_t call = 0;
  std::vector<Alternative> kernels;  // in the order of the operator's rows
};

// The calls that `subject` names: op:3 for operator 3 of the model, op:3-7 for a range, a kind such as
// CONV_2D, or an operator's name in the report. An operator that was folded into another names that one.
// Diag N2099: the program has no such operator.
Result<std::vector<size_t>> named_calls(const Program& program, const std::string& subject);

Explained explain(const Program& program, size_t call, const ExplainedChoice& choice);

// A table for each operator.
std::string explained_text(const Program& program, const std::vector<Explained>& all,
                           const ExplainedChoice& choice, int width);
nlohmann::ordered_json explained_json(const Program& program, const std::vector<Explained>& all);

}  // namespace nookc
