// The calls of a program that units other than the cpu execute.
#pragma once
#include "nookc/middle/lower/program.h"

namespace nookc {

// The unit that executes a call; empty means the cpu.
const std::string& unit_of(const Program& program, const Call& call);

// Consecutive calls of one unit: its device is called once for all of them.
struct UnitCall {
  std::string unit;
  size_t first = 0, last = 0;  // indices into Program::calls
  int32_t index = 0;           // index among the calls of the unit
  bool commands = false;       // its only operator holds commands (nookc/graph/ethos_u.h)
  // `in`: tensors that exist before the calls and that the calls read; `out`: tensors that they compute and
  // that are read later. No constants; each tensor once.
  std::vector<TensorId> in, out;
};
std::vector<UnitCall> unit_calls(const Program& program);

}  // namespace nookc
