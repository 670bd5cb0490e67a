#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "nookc/target/parts.h"

namespace nookc {

// One call of a kernel.
struct CallWork {
  std::string_view kernel;  // its symbol
  int64_t macs = 0;
  // Elements of the result; if there are no multiply-accumulates, of the largest tensor.
  int64_t elements = 0;
  // The compiler's estimate on a Cortex-M4 (docs/cycles.md): cycles from memory without wait states, and the
  // cycles that each wait state of the flash adds. 0: no estimate.
  double core = 0, waits = 0;
};

// Where the figures of a kernel come from, from the best to the worst (docs/cycles.md states the accuracy).
enum class Basis : uint8_t {
  kModel,         // the compiler's cycle model for the kernel, on this core or a similar one
  kCounted,       // its layers on this core or the most similar one (speed.inc, tools/kernel_speed.py)
  kOtherCore,     // its layers on another core, times the median ratio of kernels on both
  kSameOperator,  // another kernel of the operator: may be wrong by several times
  kGuess,         // the reference kernels of all operators, in the median: only an order of magnitude
};
// "model", "counts", "other core", "other kernel", "guess".
std::string_view basis_name(Basis basis);
// The basis of cycles_on(), and the basis of a kernel without the compiler's own estimate.
Basis basis_on(std::string_view target, const CallWork& work);
Basis basis_of(std::string_view target, std::string_view kernel);

// The cycles of a call on a part: the compiler's estimate if it has one for the core; otherwise from the
// figures of its kernel.
double cycles_on(const Part& part, const CallWork& work);
// How far off cycles_on() is for most layers like this one, such as 0.1 for a tenth: by that factor to either
// side. Nothing where the figures are another operator's, which say only the order of magnitude.
std::optional<double> error_on(std::string_view target, const CallWork& work);
// Whether the figures are of this very kernel, on the core or the most similar one, and describe such a
// layer: the counted layers may be so much larger that a call alone would take most of the cycles.
bool describes(std::string_view target, const CallWork& work);
// Whether there are figures of the core; others run portable C.
bool has_speeds(std::string_view target);

}  // namespace nookc
