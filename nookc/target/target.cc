#include "nookc/target/target.h"

#include "nook/core/isa.h"

namespace nookc {
namespace {

constexpr Target kTargets[] = {
#define NOOK_TARGET(name, isa, summary) {name, isa, summary},
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
  const bool avx2 = NOOK_THIS_CPU_HAS_AVX2;
  return *find_target(avx2 ? "host-avx2" : "host");
}

const Target* find_target(std::string_view name) {
  for (const Target& target : kTargets)
    if (target.name == name) return &target;
  return nullptr;
}

}  // namespace nookc
