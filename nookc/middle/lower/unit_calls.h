// The calls of a program that a unit other than the cpu executes.
#pragma once
#include "nookc/middle/lower/program.h"

namespace nookc {

// The unit that executes a call; empty: the cpu.
const std::string& unit_of(const Program& program, const Call& call);

// Consecutive calls of one unit: its device is called once for all of them.
struct UnitCall {
  std::string unit;
  size_t first = 0, last = 0;  // of Program::calls
  int32_t index = 0;           // among those of the unit
  // Tensors that exist before the calls and are read by them; tensors that they make and that are read later.
  // No constants; each tensor once.
  std::vector<TensorId> in, out;
};
std::vector<UnitCall> unit_calls(const Program& program);

}  // namespace nookc
