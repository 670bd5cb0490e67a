#include "nookc/target/target.h"

#include "nook/core/isa.h"

namespace nookc {
namespace {

constexpr Target kTargets[] = {
#define NOOK_TARGET(name, isa, summary) {name, isa, {"sram", 16}, {"flash", 16}, summary},
#include "nookc/target/targets.inc"
#undef NOOK_TARGET
};

}  // namespace

std::span<const Target> targets() { return kTargets; }

const Target* find_target(std::string_view name) {
  for (const Target& target : kTargets)
    if (target.name == name) return &target;
  return nullptr;
}

}  // namespace nookc
