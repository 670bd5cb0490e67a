#include "nookc/target/target.h"

#include "nook/core/isa.h"
#include "nookc/target/processor.h"

namespace nookc {
namespace {

// The macros that compilers define, as nook/core/isa.h tests them.
constexpr std::string_view kDspCore = "defined(__ARM_FEATURE_DSP)",
                           kFpuCore = "defined(__ARM_FEATURE_DSP) && defined(__ARM_FP)",
                           kHeliumCore = "defined(__ARM_FEATURE_MVE)",
                           kSmallCore = "defined(__ARM_ARCH_PROFILE) && !defined(__ARM_FEATURE_DSP)",
                           kRiscv = "defined(__riscv_mul) && __riscv_xlen == 32 && !defined(__riscv_32e)",
                           kRiscvVectors = "defined(__riscv_zve32x) && __riscv_xlen == 32",
                           kRiscvFloatVectors = "defined(__riscv_zve32f) && __riscv_xlen == 32",
                           kNeonCore = "defined(__aarch64__) && defined(__ARM_NEON)",
                           kDotprodCore = "defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)";

constexpr Target kTargets[] = {
#define NOOK_TARGET(name, isa, summary, condition, flags, board) \
  {name, isa, summary, condition, flags, board},
#include "nookc/target/targets.inc"
#undef NOOK_TARGET
};

}  // namespace

std::vector<MemoryPool> default_pools() {
  MemoryPool sram, flash;
  sram.name = "sram";
  flash.name = "flash";
  flash.constant = true;
  return {sram, flash};
}

std::span<const Target> targets() { return kTargets; }

const Target& fastest_here() {
  const uint32_t isa = isa_of_this_processor();
  const Target* fastest = find_target("host");
  for (const Target& target : kTargets)
    if (target.this_machine() && nook::has(isa, target.isa)) fastest = &target;
  return *fastest;
}

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const Target& target : kTargets) names.emplace_back(target.name);
  return names;
}

const Target* find_target(std::string_view name) {
  for (const Target& target : kTargets)
    if (target.name == name) return &target;
  return nullptr;
}

}  // namespace nookc
