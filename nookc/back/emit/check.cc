#include <algorithm>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/images.h"
#include "nookc/back/emit/parts.h"
#include "nookc/back/emit/stored.h"
#include "nookc/back/interface/weight_file.h"
#include "nookc/core/identifier.h"

namespace nookc {
namespace {

std::string refuse(const std::string& status, const std::string& role, const std::string& name,
                   const std::string& op, const std::string& need, const std::string& have) {
  return "refuse(fault, " + status + ", " + c_string(role) + ", " + c_string(name) + ", " + c_string(op) +
         ",\n        " + need + ", " + have + ")";
}

// Checks that one buffer, the expression `pointer`, is not null and is a multiple of `align`.
std::string check_buffer(const std::string& pointer, const std::string& role, const std::string& name,
                         const std::string& op, const std::string& macro, const std::string& align) {
  std::string text = "  if (!" + pointer + ")\n    return " +
                     refuse("NOOK_NULL", role, name, op, macro + "_BYTES", "0") + ";\n";
  text += "  if ((uintptr_t)" + pointer + " % " + align + " != 0)\n    return " +
          refuse("NOOK_MISALIGNED", role, name, op, align,
                 "(size_t)((uintptr_t)" + pointer + " % " + align + ")") +
          ";\n";
  return text;
}

std::string check_side(const std::vector<InterfaceTensor>& tensors, const std::string& role) {
  std::string text;
  const std::string refs = role + "s";
  for (const InterfaceTensor& t : tensors) {
    if (t.in_scratch) continue;
    if (text.empty())
      text = "  if (!" + refs + ")\n    return " +
             refuse("NOOK_NULL", role, t.name, t.user, t.macro + "_BYTES", "0") + ";\n";
    // C aligns a struct's members by their type; the _ALIGN macro is larger, for speed.
    const std::string element = "sizeof(" + t.c_type + ")";
    text += check_buffer(refs + "->" + t.identifier, role, t.name, t.user, t.macro, element);
  }
  return text.empty() ? "  (void)" + refs + ";\n" : text;
}

const char* role(const InterfacePool& pool) {
  return pool.by_pointer ? "constant" : pool.kept ? "persistent" : "scratch";
}

// Refuses a null memory struct and names the first pool that it would need.
std::string check_struct(const InterfacePool& pool) {
  return "  if (!memory)\n    return " +
         refuse("NOOK_NULL", role(pool), pool.pool, pool.peak_operator, pool.macro + "_BYTES", "0") + ";\n";
}

std::string check_pool(const InterfacePool& p) {
  const std::string pointer = "memory->" + p.member;
  return check_buffer(pointer, role(p), p.pool, p.peak_operator, p.macro, p.macro + "_ALIGN") + "  if (" +
         pointer + "_bytes != 0 && " + pointer + "_bytes < " + p.macro + "_BYTES)\n    return " +
         refuse("NOOK_NO_MEMORY", role(p), p.pool, p.peak_operator, p.macro + "_BYTES", pointer + "_bytes") +
         ";\n";
}

std::string check_memory(const EmitContext& c) {
  const std::vector<const InterfacePool*> lent = lent_pools(c.face);
  if (lent.empty() && !c.options.events) return "  (void)memory;\n";
  std::string text = check_struct(lent.empty() ? c.face.scratch[0] : *lent[0]);
  for (const InterfacePool* p : lent) text += check_pool(*p);
  if (c.program.stored.empty()) return text;
  return text + "  if (" + storage_missing() + ")\n    return " +
         refuse("NOOK_NULL", "storage", weight_file_name(c.face), "", "sizeof(nook_storage)", "0") + ";\n";
}

// The function that checks only the constants.
std::string check_images(const EmitContext& c) {
  std::string text;
  for (const InterfacePool* p : pointer_pools(c.face))
    if (p->bytes > 0) text += (text.empty() ? check_struct(*p) : "") + check_pool(*p);
  return text;
}

// Checks that no two buffers share a byte, unless both are read-only: inputs and constants.
std::string check_overlap(const EmitContext& c) {
  std::string parts;
  size_t count = 0, written = 0;
  const auto add = [&](const std::string& pointer, const std::string& role, const std::string& name,
                       const std::string& macro) {
    parts +=
        "      {" + c_string(role) + ", " + c_string(name) + ", " + pointer + ", " + macro + "_BYTES},\n";
    ++count, written += role != "input" && role != "constant";
  };
  for (const InterfacePool& p : c.face.scratch)
    if (p.bytes > 0) add("memory->" + p.member, "scratch", p.pool, p.macro);
  for (const InterfacePool& p : c.face.persistent) add("memory->" + p.member, "persistent", p.pool, p.macro);
  for (const InterfaceTensor& t : c.face.outputs)
    if (!t.in_scratch) add("outputs->" + t.identifier, "output", t.name, t.macro);
  for (const InterfaceTensor& t : c.face.inputs)
    if (!t.in_scratch) add("inputs->" + t.identifier, "input", t.name, t.macro);
  for (const InterfacePool* p : pointer_pools(c.face))
    if (p->bytes > 0) add("memory->" + p->member, "constant", p->pool, p->macro);
  if (count < 2 || written == 0) return "";
  return "  const struct part parts[] = {\n" + parts + "  };\n  for (int32_t i = 1; i < " +
         std::to_string(count) + "; ++i) {\n    for (int32_t k = 0; k < i && k < " + std::to_string(written) +
         "; ++k) {\n" + R"(      const struct part *one = &parts[i], *other = &parts[k];
      if (nook_share_bytes(one->from, one->bytes, other->from, other->bytes))
        return refuse(fault, NOOK_OVERLAP, one->role, one->name, other->name, one->bytes, other->bytes);
    }
  }
)";
}

// Checks that each unit has a device with a function to call.
std::string check_devices(const Interface& face) {
  std::string text;
  for (const InterfaceUnit& unit : face.units) {
    const std::string device = "devices->" + unit.name;
    text += std::string("  if (") + (text.empty() ? "!devices || " : "") + "!" + device + " || !" + device +
            "->call)\n    return " +
            refuse("NOOK_NULL", "device", unit.name, unit.first_operator, "sizeof(nook_device)", "0") + ";\n";
  }
  return text;
}

constexpr std::string_view kPart = R"(
/* A buffer; those that are written come first. */
struct part {
  const char *role, *name;
  const void* from;
  size_t bytes;
};
)";

// Whether there is a buffer or device to check; with all tensors in an empty scratch there is none.
bool can_refuse(const EmitContext& c) {
  const auto outside = [](const InterfaceTensor& t) { return !t.in_scratch; };
  return !lent_pools(c.face).empty() || c.options.events || !c.face.units.empty() ||
         std::ranges::any_of(c.face.inputs, outside) || std::ranges::any_of(c.face.outputs, outside);
}

}  // namespace

std::string refuse_pool(const InterfacePool& pool, const std::string& memory) {
  const std::string at = memory + pool.member;
  return "  if (!" + at + ") return NOOK_NULL;\n  if ((uintptr_t)" + at + " % " + pool.macro +
         "_ALIGN != 0) return NOOK_MISALIGNED;\n  if (" + at + "_bytes != 0 && " + at + "_bytes < " +
         pool.macro + "_BYTES) return NOOK_NO_MEMORY;\n";
}

std::string emit_check(const EmitContext& c) {
  const std::string overlap = check_overlap(c);
  const std::string checks = check_memory(c) + check_side(c.face.inputs, "input") +
                             check_side(c.face.outputs, "output") + check_devices(c.face) + overlap;
  const bool refuses = can_refuse(c);
  std::string text =
      head_of_part(c, "Reports why memory is refused.") + "#include \"" + c.face.name + ".h\"\n";
  text += refuses ? refuse_function("refuse") : "";
  text += overlap.empty() ? "" : kPart;
  text += "\n" + check_signature(c.face) + " {\n" + (refuses ? "" : "  (void)fault;\n");
  return text + checks + "  return NOOK_OK;\n}\n" + emit_check_constants(c, check_images(c));
}

}  // namespace nookc
