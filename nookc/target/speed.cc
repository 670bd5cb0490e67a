#include "nookc/target/speed.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace nookc {
namespace {

// The rates of a kernel on a core: per multiply-accumulate, per element, per call; and their error in
// percent.
struct Rates {
  double mac = 0, element = 0, call = 0, error = 0;
};

struct Row {
  std::string_view target, kernel;
  Rates rates;
};

constexpr Row kRows[] = {
#define NOOK_SPEED(target, kernel, mac, element, call, error) {target, kernel, {mac, element, call, error}},
#include "nookc/target/speed.inc"
#undef NOOK_SPEED
};

// A core, the core whose counts are used for it, and its cycles per count. For RISC-V and Xtensa,
// instructions are counted; the other cores have timing models. Any other core runs portable C, as Xtensa
// does.
struct Core {
  std::string_view target, table;
  double cycles;
  bool cached;                        // wait states of the flash hardly matter
  bool estimates;                     // the compiler's own estimate is for its instructions
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
    {"cortex-m7", "cortex-m4", 0.73, true, true},
    {"cortex-m55", "cortex-m55", 1, true, false},
    {"cortex-m85", "cortex-m55", 0.75, true, false},
    {"rv32", "rv32", 1.3, false, false},
    {"rv32v", "rv32v", 1.3, false, false},
    {"rv32fv", "rv32fv", 1.3, false, false},
    {"xtensa", "rv32", 1.3, true, false},
    {"generic", "rv32", 1.3, true, false},
};

constexpr double kWaitState = 0.07;  // fraction of the cycles, per wait state
constexpr double kCachedFlash = 1.15;
// The errors of cycle models on the Cortex-M4, the errors of the same models on cores that run its kernels,
// and the errors of counts on another core. In percent: the error of counts for the steps of hops.
constexpr double kModelError = 0.06, kSimilarModelError = 0.3, kOtherCoreError = 1;
constexpr double kHopError = 20;

using Kernels = std::map<std::string_view, Rates>;

bool in_floating_point(std::string_view kernel) { return kernel.find("_f32") != std::string_view::npos; }

// A table that has all rows of another one, unless it has a row of its own for the kernel. Rows of
// kernels of floats are left out where only the first core has an FPU.
struct Extension {
  std::string_view table, of;
  bool adds_fpu = false;
};
constexpr Extension kExtensions[] = {{"rv32v", "rv32"}, {"rv32fv", "rv32v", true}};

const Kernels& kernels_of(std::string_view table) {
  static const std::map<std::string_view, Kernels> all = [] {
    std::map<std::string_view, Kernels> made;
    for (const Row& row : kRows) made[row.target][row.kernel] = row.rates;
    for (const Extension& each : kExtensions)
      for (const auto& [kernel, rates] : made[each.of])
        if (!each.adds_fpu || !in_floating_point(kernel)) made[each.table].emplace(kernel, rates);
    return made;
  }();
  static const Kernels none;
  const auto found = all.find(table);
  return found == all.end() ? none : found->second;
}

// The kernel that only a hop has (nookc/middle/hop), whose result lasts from one inference to the next, so
// that no layer alone can be counted: for each element, as nook bench counts it in hops of micro_speech and
// of a keyword spotter.
struct HopRates {
  std::string_view table;
  double element;
};
constexpr std::string_view kHopKernel = "nook_slide_window";
constexpr HopRates kHopRates[] = {{"cortex-m0", 1.2}, {"cortex-m3", 1}, {"cortex-m4", 1}, {"cortex-m55", 0.4},
                                  {"rv32", 2},        {"rv32v", 2},     {"rv32fv", 2}};

// Words of a kernel's name after its operator: the type of its elements, or how it computes.
constexpr std::string_view kAfterOperator[] = {
    "f32",    "f16",    "s4",     "s8",      "s16",     "s32",      "s64",      "u8",     "u32",
    "u64",    "ref",    "c",      "dsp",     "fpu",     "mve",      "rvv",      "rvvf",   "rv32",
    "thumb1", "thumb2", "nofp",   "avx2",    "vnni",    "neon",     "dotprod",  "half",   "down",
    "bool",   "hybrid", "narrow", "shifted", "nibbles", "channels", "rescaled", "counted"};

// "nook_conv2d" of nook_conv2d_s8_dsp_2x4.
std::string_view operator_of(std::string_view kernel) {
  for (size_t at = kernel.find('_'); at != std::string_view::npos; at = kernel.find('_', at + 1)) {
    const std::string_view rest = kernel.substr(at + 1);
    const std::string_view word = rest.substr(0, rest.find('_'));
    if (std::ranges::find(kAfterOperator, word) != std::end(kAfterOperator)) return kernel.substr(0, at);
  }
  return kernel;
}

size_t same_letters(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  return static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(most), b.begin()).first - a.begin());
}

bool in_portable_c(std::string_view kernel) {
  return kernel.find("_c_") != std::string_view::npos || kernel.find("_ref") != std::string_view::npos;
}

// The kernel of the same operator whose name has the longest common prefix: of the same type, then with the
// same instructions. Portable C takes as long as other portable C: it must not look as fast as a kernel for
// the core, which the search for a budget would then leave for it.
const Rates* of_same_operator(const Kernels& kernels, std::string_view kernel) {
  const Rates* best = nullptr;
  size_t most = 0;
  for (const auto& [name, rates] : kernels) {
    if (in_portable_c(kernel) && !in_portable_c(name)) continue;
    const size_t same = same_letters(kernel, name);
    if (same > most && operator_of(name) == operator_of(kernel)) best = &rates, most = same;
  }
  return best;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The median of the core's reference kernels.
Rates typical(const Kernels& kernels) {
  std::vector<double> macs, elements, calls;
  for (const auto& [name, rates] : kernels) {
    if (!name.ends_with("_ref")) continue;
    if (rates.mac > 0)
      macs.push_back(rates.mac);
    else if (rates.element > 0)
      elements.push_back(rates.element), calls.push_back(rates.call);
  }
  return {median_of(macs), median_of(elements), median_of(calls)};
}

// Cores that run the kernels of another one, as far as they have its instructions; the most similar one
// first.
struct Relative {
  std::string_view table, other;
};
constexpr Relative kRelatives[] = {
    {"cortex-m55", "cortex-m4"}, {"cortex-m4", "cortex-m3"}, {"cortex-m3", "cortex-m0"},
    {"cortex-m3", "cortex-m4"},  {"cortex-m0", "cortex-m3"}, {"cortex-m0", "cortex-m4"},
    {"rv32", "cortex-m3"},       {"rv32", "cortex-m4"},      {"cortex-m55", "cortex-m3"},
    {"rv32v", "cortex-m3"},      {"rv32v", "cortex-m4"},     {"rv32fv", "cortex-m4"}};

bool has_fpu(std::string_view table) {
  return table == "cortex-m4" || table == "cortex-m55" || table == "rv32fv";
}

double for_work(const Rates& rates) { return rates.mac > 0 ? rates.mac : rates.element; }

// The cycles on one core for those on another: the median of the integer or of the floating-point kernels
// that were counted on both.
double ratio(const Relative& relative, bool floats) {
  const Kernels &of = kernels_of(relative.table), &to = kernels_of(relative.other);
  std::vector<double> ratios;
  for (const auto& [name, rates] : of) {
    const auto other = to.find(name);
    if (in_floating_point(name) == floats && other != to.end() && for_work(rates) > 0 &&
        for_work(other->second) > 0)
      ratios.push_back(for_work(rates) / for_work(other->second));
  }
  return ratios.empty() ? 1 : median_of(std::move(ratios));
}

struct Ratios {
  double integers, floats;
};
using RatiosOfRelatives = std::array<Ratios, std::size(kRelatives)>;

const RatiosOfRelatives& ratios_of_relatives() {
  static const RatiosOfRelatives all = [] {
    RatiosOfRelatives made{};
    for (size_t i = 0; i < made.size(); ++i)
      made[i] = {ratio(kRelatives[i], false), ratio(kRelatives[i], true)};
    return made;
  }();
  return all;
}

std::optional<Rates> on_a_relative(std::string_view kernel, std::string_view table) {
  const bool floats = in_floating_point(kernel);
  for (size_t i = 0; i < std::size(kRelatives); ++i) {
    const Relative& each = kRelatives[i];
    if (each.table != table || (floats && has_fpu(table) != has_fpu(each.other))) continue;
    const Kernels& others = kernels_of(each.other);
    const auto found = others.find(kernel);
    if (found == others.end()) continue;
    const Ratios& of = ratios_of_relatives()[i];
    const double times = floats ? of.floats : of.integers;
    const Rates& rates = found->second;
    return Rates{rates.mac * times, rates.element * times, rates.call * times};
  }
  return {};
}

// The rates of a kernel; Basis says which of them if its layers were not counted.
std::pair<Rates, Basis> rates_of(std::string_view kernel, std::string_view table) {
  const Kernels& kernels = kernels_of(table);
  const auto own = kernels.find(kernel);
  if (own != kernels.end()) return {own->second, Basis::kCounted};
  const auto* const hop = std::ranges::find(kHopRates, table, &HopRates::table);
  if (kernel.starts_with(kHopKernel) && hop != std::end(kHopRates))
    return {{0, hop->element, 0, kHopError}, Basis::kCounted};
  if (const auto rates = on_a_relative(kernel, table)) return {*rates, Basis::kOtherCore};
  if (const Rates* const rates = of_same_operator(kernels, kernel)) return {*rates, Basis::kSameOperator};
  return {typical(kernels), Basis::kGuess};
}

std::pair<Rates, Basis> rates_for(const Core& core, std::string_view kernel) {
  const bool soft = !core.soft_floats.empty() && in_floating_point(kernel);
  return rates_of(kernel, soft ? core.soft_floats : core.table);
}

}  // namespace

bool has_speeds(std::string_view target) {
  return std::ranges::find(kCores, target, &Core::target) != std::end(kCores);
}

Basis basis_of(std::string_view target, std::string_view kernel) {
  const auto* const core = std::ranges::find(kCores, target, &Core::target);
  if (core == std::end(kCores)) return Basis::kGuess;
  return rates_for(*core, kernel).second;
}

std::string_view basis_name(Basis basis) {
  constexpr std::string_view kNames[] = {"model", "counts", "other core", "other kernel", "guess"};
  return kNames[static_cast<size_t>(basis)];
}

Basis basis_on(std::string_view target, const CallWork& work) {
  const auto* const core = std::ranges::find(kCores, target, &Core::target);
  const bool modelled = core != std::end(kCores) && core->estimates && work.core > 0;
  return modelled ? Basis::kModel : basis_of(target, work.kernel);
}

std::optional<double> error_on(std::string_view target, const CallWork& work) {
  const auto* const core = std::ranges::find(kCores, target, &Core::target);
  if (core == std::end(kCores)) return std::nullopt;
  switch (basis_on(target, work)) {
    case Basis::kModel:
      return core->cycles == 1 ? kModelError : kSimilarModelError;
    case Basis::kCounted:
      return rates_for(*core, work.kernel).first.error / 100;
    case Basis::kOtherCore:
      return kOtherCoreError;
    default:
      return std::nullopt;
  }
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
  if (core.estimates && work.core > 0 && core.cached) return work.core * core.cycles;
  if (core.estimates && work.core > 0)
    return part.wait_states < 0 ? work.core * kCachedFlash : work.core + work.waits * part.wait_states;
  const Rates rates = rates_for(core, work.kernel).first;
  const double counted = rates.mac * static_cast<double>(work.macs) +
                         rates.element * static_cast<double>(work.elements) + rates.call;
  const double flash = core.cached            ? 1
                       : part.wait_states < 0 ? kCachedFlash
                                              : 1 + kWaitState * part.wait_states;
  return counted * core.cycles * flash;
}

}  // namespace nookc
