#pragma once
#include <string>

#include "nookc/back/emit/strip_loops.h"

namespace nookc {

// Expressions of C for some steps of a recurrent layer.
struct RecurrentStrip {
  std::string params, x;
  std::string y;      // the number of steps before these
  std::string count;  // the number of these; empty: others follow
};

// Whether the stage is a layer with a carried_state().
bool carries_state(const Program& program, const RowStage& stage);
// The call of its kernel. The memory of its sums holds the state and, after it, the kernel's scratch.
std::string recurrent_call(const Program& program, const RowStage& stage, const RowNames& names,
                           const RecurrentStrip& strip);

}  // namespace nookc
