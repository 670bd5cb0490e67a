#include "nookc/target/speed.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

namespace nookc {
namespace {

// The rates of a kernel on a core: per multiply-accumulate, per element, per call.
struct Rates {
  double mac = 0, element = 0, call = 0;
};

struct Row {
  std::string_view target, kernel;
  Rates rates;
};

constexpr Row kRows[] = {
#define NOOK_SPEED(target, kernel, mac, element, call) {target, kernel, {mac, element, call}},
#include "nookc/target/speed.inc"
#undef NOOK_SPEED
};

// A core, the core whose counts are used for it, and its cycles per count. For RISC-V and Xtensa,
// instructions are counted; the other cores have timing models.
struct Core {
  std::string_view target, table;
  double cycles;
  bool cached;                        // wait states of the flash hardly matter
  bool estimates;                     // the compiler's own estimate covers this core
  std::string_view soft_floats = "";  // the table for floating-point kernels on cores without an FPU
};
constexpr Core kCores[] = {
    {"cortex-m0", "cortex-m0", 1, false, false},
    {"cortex-m0plus", "cortex-m0", 0.93, false, false},  // branches take 2 cycles, not 3
    {"cortex-m23", "cortex-m0", 0.93, false, false},
    {"cortex-m3", "cortex-m3", 1, false, false},
    {"cortex-m4", "cortex-m4", 1, false, true},
    {"cortex-m33", "cortex-m4", 1, false, true},
    {"cortex-m4-nofp", "cortex-m4", 1, false, true, "cortex-m3"},
    {"cortex-m33-nofp", "cortex-m4", 1, false, true, "cortex-m3"},
    {"cortex-m7", "cortex-m4", 0.73, true, false},
    {"cortex-m55", "cortex-m55", 1, true, false},
    {"cortex-m85", "cortex-m55", 0.75, true, false},
    {"rv32", "rv32", 1.3, false, false},
    {"xtensa", "rv32", 1.3, true, false},
};

constexpr double kWaitState = 0.07;  // fraction of the cycles, per wait state
constexpr double kCachedFlash = 1.15;

using Kernels = std::map<std::string_view, Rates>;

const Kernels& kernels_of(std::string_view table) {
  static const std::map<std::string_view, Kernels> all = [] {
    std::map<std::string_view, Kernels> made;
    for (const Row& row : kRows) made[row.target][row.kernel] = row.rates;
    return made;
  }();
  static const Kernels none;
  const auto found = all.find(table);
  return found == all.end() ? none : found->second;
}

size_t same_letters(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  return static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(most), b.begin()).first - a.begin());
}

// Kernels that only a hop has (nookc/middle/hop), so no counted model has their layers: cycles, or on RV32
// instructions, for each element, as nook bench counts them in hops of micro_speech and of a keyword spotter.
struct HopKernel {
  std::string_view name;
  double m0, m4, m55, rv32;  // Cortex-M3 is taken for M4
};
constexpr HopKernel kHopKernels[] = {{"nook_slide_window", 1.2, 1, 0.4, 2},
                                     {"nook_block_sums", 13, 10, 7, 7.9},
                                     {"nook_mean_of_sums", 13, 8, 4.7, 6.1}};

std::optional<Rates> rates_in_hop(std::string_view kernel, std::string_view table) {
  const auto* const found =
      std::ranges::find_if(kHopKernels, [&](const HopKernel& each) { return kernel.starts_with(each.name); });
  if (found == std::end(kHopKernels)) return {};
  const double element = table == "cortex-m0"    ? found->m0
                         : table == "cortex-m55" ? found->m55
                         : table == "rv32"       ? found->rv32
                                                 : found->m4;
  return Rates{0, element, 0};
}

// The rates of the kernel or, if its layers were not counted, of the kernel whose name has the longest common
// prefix: of the same operator, then with the same type, then with the same instructions.
Rates rates_of(std::string_view kernel, std::string_view table) {
  const Kernels& kernels = kernels_of(table);
  const auto own = kernels.find(kernel);
  if (own != kernels.end()) return own->second;
  if (const auto rates = rates_in_hop(kernel, table)) return *rates;
  Rates best;
  size_t most = 0;
  for (const auto& [name, rates] : kernels)
    if (const size_t same = same_letters(kernel, name); same > most) best = rates, most = same;
  return best;
}

bool in_floating_point(std::string_view kernel) { return kernel.find("_f32") != std::string_view::npos; }

}  // namespace

bool has_speeds(std::string_view target) {
  return std::ranges::find(kCores, target, &Core::target) != std::end(kCores);
}

bool describes(std::string_view target, const CallWork& work) {
  const auto* const core = std::ranges::find(kCores, target, &Core::target);
  if (core == std::end(kCores)) return false;
  const bool soft = !core->soft_floats.empty() && in_floating_point(work.kernel);
  const Kernels& kernels = kernels_of(soft ? core->soft_floats : core->table);
  const auto own = kernels.find(work.kernel);
  if (own == kernels.end()) return false;
  const Rates& rates = own->second;
  return rates.call <=
         rates.mac * static_cast<double>(work.macs) + rates.element * static_cast<double>(work.elements);
}

double cycles_on(const Part& part, const CallWork& work) {
  const Core& core = *std::ranges::find(kCores, part.target, &Core::target);
  if (core.estimates && work.core > 0)
    return part.wait_states < 0 ? work.core * kCachedFlash : work.core + work.waits * part.wait_states;
  const bool soft = !core.soft_floats.empty() && in_floating_point(work.kernel);
  const Rates rates = rates_of(work.kernel, soft ? core.soft_floats : core.table);
  const double counted = rates.mac * static_cast<double>(work.macs) +
                         rates.element * static_cast<double>(work.elements) + rates.call;
  const double flash = core.cached            ? 1
                       : part.wait_states < 0 ? kCachedFlash
                                              : 1 + kWaitState * part.wait_states;
  return counted * core.cycles * flash;
}

}  // namespace nookc
