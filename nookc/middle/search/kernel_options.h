// The kernels from which a search chooses.
#pragma once
#include <bitset>
#include <map>
#include <string_view>
#include <vector>

#include "nookc/middle/search/evaluate.h"

namespace nookc {

// The figures that a search weighs.
enum class Weighs : uint8_t { kCyclesAndRam, kFlashToo };

// Functions and tables by their numbers: as many as a target has in linked.inc, at most.
using CodeSet = std::bitset<2048>;

// The code of a target's kernels.
class CodeTable {
 public:
  explicit CodeTable(std::string_view target) : target_(target) {}

  CodeSet of(std::string_view kernel);
  int64_t bytes(const CodeSet& code) const;

 private:
  std::string_view target_;
  std::map<std::string_view, size_t> numbers_;
  std::vector<int32_t> bytes_;
};

// One kernel of one operator.
struct KernelOption {
  const nook::KernelEntry* row = nullptr;
  KernelRows rows = KernelRows::kAll;  // for line buffers, which may need another kernel for their rows
  double cycles = 0;
  int32_t scratch = 0;
  std::vector<int32_t> overlap;  // per operand, as KernelEntry::overlap
  int64_t constants = 0;         // bytes of weights, as packed or as in the model; 0: others read them too
  CodeSet code;
};

// An operator and its kernels, the fastest first. No kernel is worse than another in all that is weighed.
struct LayerKernels {
  size_t node = 0;
  nook::OpCode op{};
  bool shares = false;    // other operators read its weights
  bool replaced = false;  // line buffers may take another kernel for its rows
  double unproven = 0;    // the most cycles by which the order of the rows decided against the estimate
  std::vector<KernelOption> options;
};

// The layers of a lowered program without line buffers, for programs with the views and lines of `choices`.
std::vector<LayerKernels> layers_of(Evaluator& all, const Program& program, const Choices& choices,
                                    Weighs weighs, CodeTable& table);

// Whether `a` takes no more scratch than `b` and its plan no more room.
bool needs_no_more_ram(const KernelOption& a, const KernelOption& b);

}  // namespace nookc
