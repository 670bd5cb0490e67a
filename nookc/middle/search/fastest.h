// The fastest program within limits.
#pragma once
#include <cmath>
#include <vector>

#include "nookc/middle/search/kernel_options.h"

namespace nookc {

struct BudgetLimits {
  int64_t ram = INT64_MAX, flash = INT64_MAX;  // bytes
  double cycles = INFINITY;
};

// A way to hold images: views and line buffers, and the operators whose kernels remain to be chosen.
struct Structure {
  Evaluator* all = nullptr;
  Choices plain;                     // kernels that need the least RAM
  std::vector<LayerKernels> layers;  // in the order of the calls
  int64_t fixed_flash = 0;           // bytes that every program of this structure takes
  CodeTable table;
  std::map<nook::OpCode, CodeSet> own;  // the code that only kernels of one operator link
};

// All structures whose programs can be lowered.
std::vector<Structure> structures_of(Evaluator& all, Weighs weighs);

enum class Until : uint8_t { kFastest, kFirst };

struct Fastest {
  Evaluator* by = nullptr;  // null: nothing within the limits was found
  Choices choices;
  double cycles = INFINITY;
  double bound = INFINITY;  // no program that was not compared takes fewer cycles
  int tried = 0;
};

// The fastest program within the limits or, until the first, any.
Fastest fastest(const std::vector<Structure>& structures, const BudgetLimits& limits, Until until);

}  // namespace nookc
