#include "nookc/target/speed.h"

#include <algorithm>
#include <cstddef>

namespace nookc {
namespace {

struct Core {
  std::string_view target;
  double instructions, element, cycles;  // of a multiply-accumulate, of an element, of an instruction
  bool cached;                           // wait states of the flash hardly count
};

// Instructions: the geometric mean over the five networks of docs/figures.md, per multiply-accumulate that
// remains after the passes.
constexpr Core kCores[] = {
    {"cortex-m0", 4.8, 60, 1.35, false},
    {"cortex-m0plus", 4.8, 60, 1.25, false},
    {"cortex-m23", 4.8, 60, 1.25, false},
    {"cortex-m3", 4.8, 50, 1.25, false},
    {"cortex-m4", 1.17, 22, 1.42, false},
    {"cortex-m33", 1.17, 22, 1.42, false},
    {"cortex-m4-nofp", 1.17, 25, 1.42, false},
    {"cortex-m33-nofp", 1.17, 25, 1.42, false},
    {"cortex-m7", 1.17, 22, 0.75, true},
    {"cortex-m55", 0.29, 8, 1.5, true},
    {"cortex-m85", 0.29, 8, 1.1, true},
    {"rv32", 4.0, 45, 1.3, false},
    {"xtensa", 10, 60, 1.3, true},
};

constexpr double kWaitState = 0.07;  // of the cycles, for each
constexpr double kCachedFlash = 1.15;

}  // namespace

double cycles_on(const Part& part, const InferenceWork& work) {
  const Core& core = *std::ranges::find(kCores, part.target, &Core::target);
  const double flash = core.cached            ? 1
                       : part.wait_states < 0 ? kCachedFlash
                                              : 1 + kWaitState * part.wait_states;
  const double instructions =
      core.instructions * static_cast<double>(work.macs) + core.element * static_cast<double>(work.elements);
  return instructions * core.cycles * flash;
}

}  // namespace nookc
