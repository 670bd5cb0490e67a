// The estimates of `nook fit` for a network equal the emulator's counts (bench/results).
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "nookc/core/read_file.h"
#include "nookc/study/fit/fit.h"
#include "nookc/study/fit/ways.h"
#include "tests/sanitized.h"
#include "tests/test.h"

using namespace nookc;

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = fs::path(__FILE__).parent_path().parent_path().parent_path();

struct Counted {
  std::string model, target, level;
  double count = 0;
  bool published = false;  // one of the five networks in models.csv, or portable C
};

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const char* table) {
  std::ifstream file(kRoot / "bench/results" / table);
  Rows rows;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

std::vector<Counted> counts() {
  std::vector<Counted> all;
  const Rows own = rows_of("speed_models.csv"), published = rows_of("models.csv");
  for (size_t i = 1; i < own.size(); ++i)
    all.push_back({own[i][0], own[i][1], own[i][2], std::stod(own[i][3])});
  for (size_t i = 1; i < published.size(); ++i) {
    const std::string &instructions = published[i][2], cycles = published[i][3];
    all.push_back({published[i][0], published[i][1], "balanced",
                   std::stod(cycles.empty() ? instructions : cycles), true});
  }
  // Portable C was counted on RV32, which an Xtensa is assumed to resemble.
  const Rows portable = rows_of("portable.csv");
  for (size_t i = 1; i < portable.size(); ++i)
    if (portable[i][1] == "rv32-c")
      all.push_back({portable[i][0], "xtensa", "balanced", std::stod(portable[i][2]), true});
  return all;
}

fs::path file_of(const std::string& model) {
  static const std::map<std::string, std::string> folders = {{"ad01", "mlperf_ad01_int8"},
                                                             {"kws", "mlperf_kws_ref_model"},
                                                             {"resnet", "mlperf_pretrainedResnet_quant"},
                                                             {"vww_96", "mlperf_vww_96_int8"},
                                                             {"person_detect", "tflm_person_detect"},
                                                             {"str_ww", "mlperf_str_ww_ref_model"}};
  const fs::path own = kRoot / "models" / model / (model + ".tflite");
  const auto known = folders.find(model);
  return fs::exists(own) ? own
                         : kRoot.parent_path() / "shared/golden" /
                               (known == folders.end() ? model : known->second) / "model.tflite";
}

// Cycles without wait states; for RISC-V instructions, which are counted there.
double estimated(const Needs& needs, const std::string& target) {
  const Part part{"", "", target, "", "", 1, 0};
  constexpr double kRiscvCycles = 1.3;  // per instruction, in speed.cc
  return estimated_ms(part, needs) * 1e3 / (target == "rv32" || target == "xtensa" ? kRiscvCycles : 1);
}

}  // namespace

TEST(the_time_of_a_network_is_estimated_as_docs_cycles_says) {
  if (test::kSanitized && !std::getenv("NOOK_TEST_ALL")) SKIP("takes long with sanitizers: ./dev test --all");
  constexpr double kMostWrong = 2.5, kPublished = 1.2, kMedian = 1.025;
  std::map<std::string, std::vector<double>> off;  // by target: logarithms of the ratios
  std::vector<double> published;
  for (const Counted& row : counts()) {
    const Result<std::vector<std::byte>> bytes = read_file(file_of(row.model).string());
    if (!bytes) continue;  // the published network is missing here
    Request request;
    request.target = row.target;
    const Way way{"", row.level, false, false};
    const Result<std::optional<Needs>> needs = compiled_needs({*bytes, row.model}, request, way);
    EXPECT(needs && *needs);
    const double ratio = estimated(**needs, row.target) / row.count;
    off[row.target].push_back(std::abs(std::log(ratio)));
    std::printf("%s on %s, -O %s: %.3f of what was counted\n", row.model.c_str(), row.target.c_str(),
                row.level.c_str(), ratio);
    if (row.published) published.push_back(off[row.target].back());
    EXPECT(off[row.target].back() <= std::log(row.published ? kPublished : kMostWrong));
  }
  EXPECT(off.size() >= 4);
  std::ranges::sort(published);
  if (!published.empty()) EXPECT(published[published.size() / 2] <= std::log(kMedian));
  for (auto& [target, logs] : off) {
    std::ranges::sort(logs);
    const auto percent = [](double log) { return (std::exp(log) - 1) * 100; };
    std::printf("%s: %zu counts, off by %.1f %% in the median, by %.0f %% at most\n", target.c_str(),
                logs.size(), percent(logs[logs.size() / 2]), percent(logs.back()));
  }
}

TEST(kernels_of_other_levels_have_other_costs) {
  if (test::kSanitized && !std::getenv("NOOK_TEST_ALL")) SKIP("takes long with sanitizers: ./dev test --all");
  const Result<std::vector<std::byte>> bytes = read_file(file_of("digits").string());
  EXPECT(bytes);
  Request request;
  request.target = "cortex-m4";
  const auto needs_at = [&](const char* level) {
    return **compiled_needs({*bytes, "digits"}, request, {"", level, false, false});
  };
  const Part& part = *find_part("nrf52840");
  EXPECT(estimated_ms(part, needs_at("size")) > 2 * estimated_ms(part, needs_at("balanced")));
}

// Flash without wait states costs nothing; flash with a cache, or external flash, is written as -1.
TEST(each_wait_state_of_the_flash_costs_as_much_as_the_one_before) {
  for (const double core : {0.0, 5000.0}) {  // rates of the kernel, and the compiler's own estimate
    const CallWork work{"nook_conv2d_s8_dsp_2x4", 100000, 4000, core, core / 10};
    const auto cycles = [&](int32_t wait_states) {
      return cycles_on({"", "", "cortex-m4", "", "", 100, wait_states}, work);
    };
    const double none = cycles(0), each = cycles(1) - none;
    EXPECT(none > 0 && each > 0 && cycles(-1) > none);
    for (int32_t n = 2; n <= 9; ++n) EXPECT(std::abs(cycles(n) - none - n * each) < 1e-6 * none);
  }
}
