// The cost of operators as a picture: a bar for each, and a roofline for those with multiplications.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Times are in the chart's unit.
struct OperatorTime {
  std::string name;         // "3 CONV_2D conv_1"
  std::string kernel = {};  // may be empty
  double core = 0;          // from memory without wait states
  double waiting = 0;       // additional time for the flash's wait states
  int64_t macs = 0;
  int64_t constant_bytes = 0;  // constants that it reads

  double all() const { return core + waiting; }
};

// The machine's limits. 0: unknown; that roof is not drawn.
struct Roofs {
  double macs = 0;          // multiply-accumulates per unit of time
  std::string instruction;  // the instruction that reaches this limit
  double flash_bytes = 0;   // bytes of constants per unit of time
};

struct TimeChart {
  std::string title, subtitle;
  std::string unit;  // name of a single unit: "cycle", "instruction", "microsecond"
  std::vector<OperatorTime> operators;
  Roofs roofs;  // no roofline is drawn without a MAC roof
};

// The bytes of a call's constant operands.
int64_t constant_bytes_of(const Program& program, const Call& call);

// A stand-alone picture for light and dark backgrounds.
std::string time_svg(const TimeChart& chart);

// Only the roofline, 1000 wide and roofline_height() high; empty if there is nothing to draw.
std::string roofline(const TimeChart& chart);
double roofline_height();

}  // namespace nookc
