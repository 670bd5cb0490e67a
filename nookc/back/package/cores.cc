#include "nookc/back/package/cores.h"

#include <initializer_list>

#include "nook/core/isa.h"

namespace nookc {
namespace {

enum class Family { kAny, kArm, kRiscv, kXtensa, kX86, kAarch64 };

Family family_of(const Target& target) {
  if (target.condition.empty()) return Family::kAny;
  if (target.name.starts_with("cortex-m")) return Family::kArm;
  if (nook::has(target.isa, nook::kRv32)) return Family::kRiscv;
  if (nook::has(target.isa, nook::kNeon)) return Family::kAarch64;
  return target.this_machine() ? Family::kX86 : Family::kXtensa;
}

struct Builder {
  std::string format, what;
  std::initializer_list<Family> families;
  const char* targets;  // the matching targets
};

}  // namespace

Status check_builder(const std::string& format, const Target& target) {
  const Builder builders[] = {
      {"esp-idf",
       "ESP-IDF builds for Xtensa and RISC-V",
       {Family::kXtensa, Family::kRiscv},
       "xtensa or rv32"},
      {"arduino",
       "Arduino has no cores of computers",
       {Family::kArm, Family::kXtensa, Family::kRiscv},
       "that of the board, as nook boards lists them"},
      {"cmsis-pack", "a CMSIS-Pack is for Arm Cortex-M", {Family::kArm}, "that of the device, cortex-m4"}};
  const Family family = family_of(target);
  for (const Builder& builder : builders) {
    if (builder.format != format || family == Family::kAny) continue;
    bool builds = false;
    for (const Family known : builder.families) builds |= known == family;
    if (!builds)
      return Diag{
          Exit::kUsage, "N2088", "--format " + format,
          builder.what + ", have --target " + std::string(target.name),
          "--target " + std::string(builder.targets) + "; or --target generic, whose code runs on any core"};
  }
  return Done{};
}

std::string zephyr_cores(const Target& target) {
  const std::string dsp = "CPU_CORTEX_M4 || CPU_CORTEX_M7 || ARMV8_M_DSP";
  switch (family_of(target)) {
    case Family::kAny:
      return {};
    case Family::kRiscv:
      return "RISCV && !64BIT";
    case Family::kXtensa:
      return "XTENSA";
    case Family::kX86:
      return "X86 || ARCH_POSIX";
    case Family::kAarch64:
      return "ARM64 || ARCH_POSIX";
    case Family::kArm:
      break;
  }
  if (nook::has(target.isa, nook::kMve)) return "ARMV8_1_M_MVEI";
  return nook::has(target.isa, nook::kDsp) ? dsp : "CPU_CORTEX_M && !(" + dsp + ")";
}

std::string pack_cores(const Target& target) {
  if (family_of(target) != Family::kArm) return {};
  std::string rows;
  const auto accept = [&](std::initializer_list<const char*> cores, std::initializer_list<const char*> with) {
    for (const char* core : cores)
      for (const char* more : with)
        rows += "      <accept Dcore=\"" + std::string(core) + "\"" + more + "/>\n";
  };
  if (nook::has(target.isa, nook::kMve)) {
    accept({"Cortex-M52", "Cortex-M55", "Cortex-M85"}, {" Dmve=\"MVE\"", " Dmve=\"FP_MVE\""});
  } else if (nook::has(target.isa, nook::kDsp)) {
    const bool fpu = nook::has(target.isa, nook::kFpu);
    accept({"Cortex-M4"}, {fpu ? " Dfpu=\"SP_FPU\"" : ""});
    if (fpu) {
      accept({"Cortex-M7"}, {" Dfpu=\"SP_FPU\"", " Dfpu=\"DP_FPU\""});
      accept({"Cortex-M33", "Cortex-M35P"}, {" Ddsp=\"DSP\" Dfpu=\"SP_FPU\""});
      accept({"Cortex-M55", "Cortex-M85"}, {" Dfpu=\"DP_FPU\""});
    } else {
      accept({"Cortex-M7"}, {""});
      accept({"Cortex-M33", "Cortex-M35P"}, {" Ddsp=\"DSP\""});
      accept({"Cortex-M55", "Cortex-M85"}, {""});
    }
  } else {
    accept({"Cortex-M0", "Cortex-M0+", "Cortex-M1", "Cortex-M3", "Cortex-M23", "SC000", "SC300"}, {""});
    accept({"Cortex-M33", "Cortex-M35P"}, {" Ddsp=\"NO_DSP\""});
  }
  return rows;
}

std::vector<std::string> cargo_targets(const Target& target) {
  switch (family_of(target)) {
    case Family::kAny:
      return {};
    case Family::kRiscv:
      return {"riscv32im"};
    case Family::kXtensa:
      return {"xtensa"};
    case Family::kX86:
      return {"x86_64"};
    case Family::kAarch64:
      return {"aarch64"};
    case Family::kArm:
      break;
  }
  // By the flags of the code: an older architecture runs on the newer ones.
  if (target.name.starts_with("cortex-m0")) return {"thumbv"};
  if (target.name == "cortex-m3") return {"thumbv7", "thumbv8m.main"};
  if (target.name == "cortex-m23") return {"thumbv8m"};
  if (target.name.starts_with("cortex-m4") || target.name == "cortex-m7")
    return {"thumbv7em", "thumbv8m.main"};
  return {"thumbv8m.main"};
}

}  // namespace nookc
