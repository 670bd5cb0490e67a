// The cost of operators as a picture: a bar for each, and a roofline of those that multiply.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

// In the chart's unit.
struct OperatorTime {
  std::string name;         // "3 CONV_2D conv_1"
  std::string kernel = {};  // may be empty
  double core = 0;          // from memory that answers at once
  double waiting = 0;       // for the flash, beside
  int64_t macs = 0;
  int64_t constant_bytes = 0;  // that it reads

  double all() const { return core + waiting; }
};

// The machine's limits. 0: not known; that roof is not drawn.
struct Roofs {
  double macs = 0;          // multiply-accumulates for one unit
  std::string instruction;  // that gets there
  double flash_bytes = 0;   // bytes of constants for one unit
};

struct TimeChart {
  std::string title, subtitle;
  std::string unit;  // of one: "cycle", "instruction", "microsecond"
  std::vector<OperatorTime> operators;
  Roofs roofs;  // without one of MACs there is no roofline
};

// The bytes of a call's constant operands.
int64_t constant_bytes_of(const Program& program, const Call& call);

// A stand-alone picture for light and dark.
std::string time_svg(const TimeChart& chart);

// Its roofline alone, 1000 wide and roofline_height() high; empty if there is nothing to draw.
std::string roofline(const TimeChart& chart);
double roofline_height();

}  // namespace nookc
