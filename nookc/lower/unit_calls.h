// The calls of a program that are not the cpu's.
#pragma once
#include "nookc/lower/program.h"

namespace nookc {

// The unit that executes a call; empty: the cpu.
const std::string& unit_of(const Program& program, const Call& call);

// Calls of one unit that follow each other: its device is called once for all of them.
struct UnitCall {
  std::string unit;
  size_t first = 0, last = 0;  // of Program::calls
  int32_t index = 0;           // among those of the unit
  // Tensors that are there before and that it reads; those that it makes and that are read later.
  // No constants, each once.
  std::vector<TensorId> in, out;
};
std::vector<UnitCall> unit_calls(const Program& program);

}  // namespace nookc
