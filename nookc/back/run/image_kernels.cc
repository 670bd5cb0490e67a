#include "nookc/back/run/image_kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <set>
#include <span>
#include <sstream>

#include "nook/nook_model.h"
#include "nookc/back/package/package.h"
#include "nookc/back/resources/resources.h"
#include "nookc/core/sha256.h"

namespace nookc {
namespace {

// The place of nook_model_memory.kernels on a core with 32-bit pointers.
constexpr size_t kTableOffset = offsetof(nook_model_memory, kernels) / sizeof(void*) * 4;

// The source that defines a kernel; null: none does.
const Resource* source_of(const std::string& symbol) {
  for (const Resource& file : resources())
    if (is_source(file.path) && std::ranges::count(file.defines, symbol)) return &file;
  return nullptr;
}

std::string hex_word(uint32_t value) {
  char text[16];
  snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

std::string symbol_head(const std::string& name, bool riscv) {
  return "\n.section .text." + name + ",\"ax\"\n.global " + name + "\n.hidden " + name + "\n.type " + name +
         ",%function\n" + (riscv ? "" : ".thumb_func\n") + name + ":\n";
}

// Calls entry `index` of the table, with all arguments as they are.
std::string call_through_table(size_t index, bool riscv) {
  const std::string at = std::to_string(4 * index);
  if (riscv) return "  lw t1, " + at + "(s11)\n  jr t1\n";
  return "#if __ARM_ARCH_ISA_THUMB == 1\n"
         "  push {r0, r1}\n  mov r0, r9\n  movs r1, #" +
         std::to_string(index) +
         "\n  lsls r1, r1, #2\n  ldr r0, [r0, r1]\n  mov r12, r0\n  pop {r0, r1}\n  bx r12\n"
         "#else\n  ldr r12, [r9, #" +
         at + "]\n  bx r12\n#endif\n";
}

// Loads the register around a call. The first argument is the memory.
std::string with_table(const std::string& function, bool riscv) {
  const std::string at = std::to_string(kTableOffset), null = std::to_string(NOOK_NULL);
  if (riscv)
    return "  beqz a0, 1f\n  lw t0, " + at + "(a0)\n  beqz t0, 1f\n  addi sp, sp, -16\n  sw ra, 12(sp)\n" +
           "  sw s11, 8(sp)\n  mv s11, t0\n  call " + function +
           "\n  lw s11, 8(sp)\n  lw ra, 12(sp)\n  addi sp, sp, 16\n  ret\n1: li a0, " + null + "\n  ret\n";
  return "  push {r3, r4, r5, lr}\n  cmp r0, #0\n  beq 1f\n  ldr r5, [r0, #" + at +
         "]\n  cmp r5, #0\n  beq 1f\n  mov r4, r9\n  mov r9, r5\n  bl " + function +
         "\n  mov r9, r4\n  pop {r3, r4, r5, pc}\n1: movs r0, #" + null + "\n  pop {r3, r4, r5, pc}\n";
}

}  // namespace

std::optional<std::array<uint32_t, 2>> kernel_digest(const std::string& symbol) {
  const Resource* const source = source_of(symbol);
  if (!source) return std::nullopt;
  std::set<std::string> all;
  add_with_includes(std::string(source->path), all);
  std::string text;
  for (const std::string& path : all) text += path + '\0' + std::string(*resource(path)) + '\0';
  const std::string hex = sha256(std::as_bytes(std::span(text)));
  return std::array<uint32_t, 2>{static_cast<uint32_t>(std::stoul(hex.substr(0, 8), nullptr, 16)),
                                 static_cast<uint32_t>(std::stoul(hex.substr(8, 8), nullptr, 16))};
}

std::vector<KernelNeed> kernel_needs(const std::string& undefined) {
  std::set<std::string> names;
  std::istringstream words(undefined);
  for (std::string word; words >> word;)
    if (word.starts_with("nook_")) names.insert(word);
  std::vector<KernelNeed> needs;
  for (const std::string& name : names)
    if (const auto digest = kernel_digest(name)) needs.push_back({name, *digest});
  return needs;
}

const char* kernel_register(bool riscv) { return riscv ? "s11" : "r9"; }

std::string kernel_stubs(const std::vector<KernelNeed>& needs, bool riscv, bool streams) {
  std::string text = riscv ? "" : ".syntax unified\n.thumb\n";
  for (size_t i = 0; i < needs.size(); ++i)
    text += symbol_head(needs[i].name, riscv) + call_through_table(i, riscv);
  for (size_t i = 0; i < (streams ? kImageFunctions.size() : 3); ++i) {
    const std::string name = kImageFunctions[i];
    if (!calls_kernels(i)) continue;
    text += symbol_head(name + "_bound", riscv) + with_table(name, riscv);
  }
  return text;
}

std::string kernel_table(const std::vector<KernelNeed>& needs, const std::string& version) {
  std::string declared, rows;
  for (const KernelNeed& need : needs) {
    declared += "void " + need.name + "(void);\n";
    rows += "    {\"" + need.name + "\", {" + hex_word(need.digest[0]) + "u, " + hex_word(need.digest[1]) +
            "u}, " + need.name + "},\n";
  }
  return "/* The kernels of this firmware for images compiled with --kernels firmware. Written by nook " +
         version +
         ". */\n#include \"nook/image/image.h\"\n\n/* Their types are known to the code that calls them. "
         "*/\n" +
         declared + "\nconst nook_image_kernel nook_image_kernels[] = {\n" + rows +
         "};\nconst uint32_t nook_image_kernel_count = " + std::to_string(needs.size()) + ";\n";
}

}  // namespace nookc
