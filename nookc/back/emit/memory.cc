// Files that an application would otherwise write by hand: the scratch arrays, and the linker's placement of
// the pools.
#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/parts.h"
#include "nookc/core/identifier.h"

namespace nookc {
namespace {

// "DTCM", the name of the linker's memory region for a pool.
std::string region(const InterfacePool& pool) { return upper(pool.pool); }

// The output section of a pool for use inside SECTIONS.
std::string output_section(const InterfacePool& pool, bool constant) {
  std::string text = "  /* " + pool.pool + ": " + std::to_string(pool.bytes) + " bytes of " +
                     (constant ? "constants" : "scratch, which needs no clearing or loading") + " */\n";
  text += "  " + pool.section + (constant ? "" : " (NOLOAD)") + " : ALIGN(" + std::to_string(pool.alignment) +
          ") {\n    *(" + pool.section + " " + pool.section + ".*)\n  } > " + region(pool) + "\n";
  return text;
}

}  // namespace

std::string emit_memory(const EmitContext& c) {
  const Interface& face = c.face;
  std::string arrays, members;
  for (const InterfacePool& p : face.scratch) {
    members += (members.empty() ? "." : ", .") + p.member + " = " + (p.bytes > 0 ? p.member : "NULL");
    if (p.bytes == 0) continue;
    arrays += "static uint8_t " + p.member + "[" + p.macro + "_BYTES] NOOK_ALIGNED(" + p.macro + "_ALIGN)" +
              (p.section.empty() ? "" : "\n    NOOK_SECTION(" + p.macro + "_SECTION)") + ";\n";
    members += ", ." + p.member + "_bytes = sizeof " + p.member;
  }
  for (const InterfacePool& p : face.persistent) {
    arrays += "static uint8_t " + p.member + "[" + p.macro + "_BYTES] NOOK_ALIGNED(" + p.macro + "_ALIGN)" +
              (p.section.empty() ? "" : "\n    NOOK_SECTION(" + p.macro + "_SECTION)") + ";\n";
    members += ",\n    ." + p.member + " = " + p.member + ", ." + p.member + "_bytes = sizeof " + p.member;
  }
  for (const InterfacePool* p : pointer_pools(face)) {
    members += ",\n    ." + p->member + " = " + (p->bytes > 0 ? p->symbol : "NULL");
    if (p->bytes > 0) members += ", ." + p->member + "_bytes = " + p->macro + "_BYTES";
  }
  return head_of_part(c, "The memory of " + face.name + ", one array per pool.") + "#include \"" + face.name +
         ".h\"\n\n" + arrays + "\nconst " + face.name + "_memory " + face.name + "_default_memory = {\n    " +
         members + "};\n";
}

std::string emit_linker_script(const EmitContext& c) {
  std::string memory, sections;
  const auto add = [&](const InterfacePool& p, const PoolUse& use, bool constant) {
    if (p.section.empty()) return;
    memory += " *   " + region(p) + (constant ? " (rx)" : " (rw)") + " : ORIGIN = ..., LENGTH = " +
              (use.pool.size > 0 ? std::to_string(use.pool.size) : std::string("...")) + "\n";
    sections += output_section(p, constant);
  };
  for (size_t i = 0; i < c.face.scratch.size(); ++i)
    add(c.face.scratch[i], c.program.scratch_pools[i], false);
  for (size_t i = 0; i < c.face.constant.size(); ++i)
    add(c.face.constant[i], c.program.constant_pools[i], true);
  if (sections.empty())
    sections = "  /* No pool has a section: the linker's own rules place everything. */\n";
  return "/* Output sections for the pools of " + c.face.name + " on " + std::string(c.program.target->name) +
         ": INCLUDE this inside of SECTIONS, before\n * .data and .rodata. MEMORY must name the regions:\n" +
         memory + " */\n" + sections;
}

}  // namespace nookc
