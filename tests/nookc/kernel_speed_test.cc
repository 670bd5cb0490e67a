// The figures of kernels from which the time of a network is estimated (nookc/target/speed.h).
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "nook/ops/contract/op_row.h"
#include "nookc/target/speed.h"
#include "nookc/target/target.h"
#include "tests/test.h"

using namespace nookc;

namespace {

namespace fs = std::filesystem;

// Those whose kernels bench/speed.py counts.
constexpr const char* kCores[] = {"cortex-m0", "cortex-m3", "cortex-m4", "cortex-m55",
                                  "rv32",      "rv32v",     "rv32fv"};

using Kernels = std::set<std::pair<std::string, std::string>>;  // core and kernel

// Lines "core kernel" after a line "# reason".
Kernels without_counts() {
  const fs::path folder = fs::path(__FILE__).parent_path() / "expected";
  std::ifstream file(folder / "kernels_without_counts.txt");
  Kernels all;
  std::string line;
  bool has_reason = false;
  while (std::getline(file, line)) {
    if (line.starts_with("# ")) has_reason = true;
    if (line.empty() || line[0] == '#') continue;
    EXPECT(has_reason);
    std::istringstream words(line);
    std::string core, kernel;
    words >> core >> kernel;
    all.emplace(core, kernel);
  }
  return all;
}

Kernels missing_on(const char* core) {
  Kernels missing;
  const uint32_t isa = find_target(core)->isa;
  for (const nook::OpRowOf row : nook::op_rows())
    for (const nook::FormRow& form : row().forms)
      for (const nook::KernelEntry& kernel : form.kernels())
        if (nook::has(isa, kernel.isa) && basis_of(core, kernel.symbol) != Basis::kCounted)
          missing.emplace(core, kernel.symbol);
  return missing;
}

double cycles(const char* target, const char* kernel) {
  return cycles_on({"", "", target, "", "", 1, 0}, {kernel, 100000, 4000});
}

}  // namespace

TEST(every_kernel_has_counts_on_every_core_or_a_stated_reason) {
  const Kernels reasons = without_counts();
  Kernels missing;
  for (const char* const core : kCores) missing.merge(missing_on(core));
  for (const auto& [core, kernel] : missing)
    if (!reasons.contains({core, kernel}))
      std::printf("%s %s: no counts; run bench/speed.py --layers and tools/kernel_speed.py\n", core.c_str(),
                  kernel.c_str());
  for (const auto& [core, kernel] : reasons)
    if (!missing.contains({core, kernel}))
      std::printf("%s %s: has counts, or is no kernel of this core\n", core.c_str(), kernel.c_str());
  EXPECT(missing == reasons);
}

TEST(a_kernel_without_counts_never_takes_the_figures_of_another_operator) {
  EXPECT(basis_of("cortex-m4", "nook_conv2d_s8_dsp_2x4") == Basis::kCounted);
  EXPECT(basis_of("cortex-m4", "nook_conv2d_s8_ref_new") == Basis::kSameOperator);
  EXPECT(cycles("cortex-m4", "nook_conv2d_s8_ref_new") == cycles("cortex-m4", "nook_conv2d_s8_ref"));
  // nook_conv2d and nook_conv are not one operator, and nook_mean is none of nook_mean_of_sums.
  EXPECT(basis_of("cortex-m4", "nook_conv_s8_dsp_2x4") == Basis::kGuess);
  EXPECT(basis_of("cortex-m4", "nook_mean_of_squares_s8_ref") == Basis::kGuess);
  for (const char* const core : kCores) {
    EXPECT(cycles(core, "nook_svdx_s16_ref") == cycles(core, "nook_addx_s16_ref"));
    EXPECT(cycles(core, "nook_svdx_s16_ref") > 0);
  }
}

// Otherwise a search for a budget would leave the kernel of the core for it.
TEST(portable_c_without_counts_takes_longer_than_kernels_for_the_core) {
  constexpr const char* kPairs[][3] = {
      {"cortex-m4", "nook_conv2d_s8_c_new", "nook_conv2d_s8_dsp_2x4"},
      {"cortex-m4", "nook_depthwise_conv2d_s8_c_new", "nook_depthwise_conv2d_s8_dsp_3x3_48x4_relu"},
      {"cortex-m4", "nook_depthwise_conv2d_s8_c_3x3_strip", "nook_depthwise_conv2d_s8_dsp_k64"},
      {"cortex-m4", "nook_fully_connected_s8_c_pairs", "nook_fully_connected_s8_dsp"},
      {"cortex-m55", "nook_conv2d_s8_c_lanes", "nook_conv2d_s8_mve_stack"},
      {"cortex-m55", "nook_fully_connected_s8_c_pairs", "nook_fully_connected_s8_mve"},
      {"cortex-m0", "nook_conv2d_s8_c_lanes", "nook_conv2d_s8_thumb1_stack"},
      {"rv32", "nook_conv2d_s8_c_new", "nook_conv2d_s8_rv32_stack"},
      {"rv32v", "nook_conv2d_s8_c_new", "nook_conv2d_s8_rvv_stack"}};
  for (const auto& [core, portable, fast] : kPairs) {
    EXPECT(basis_of(core, portable) != Basis::kCounted && basis_of(core, fast) == Basis::kCounted);
    EXPECT(cycles(core, portable) > cycles(core, fast));
  }
}

TEST(a_core_without_counts_of_a_kernel_takes_those_of_a_similar_core) {
  // Helium runs where DSP instructions do, but the layers have other kernels there.
  EXPECT(basis_of("cortex-m55", "nook_conv2d_s8_dsp_2x4") == Basis::kOtherCore);
  const double on_m4 = cycles("cortex-m4", "nook_conv2d_s8_dsp_2x4");
  const double on_m55 = cycles("cortex-m55", "nook_conv2d_s8_dsp_2x4");
  EXPECT(on_m55 > on_m4 / 3 && on_m55 < on_m4 * 3);
  // The M3 has no FPU: its figures say nothing about floats on an M4.
  EXPECT(basis_of("cortex-m4", "nook_conv2d_f32_thumb1") != Basis::kOtherCore);
}
