#include "nookc/emit/c_text.h"
#include "nookc/emit/identifier.h"
#include "nookc/emit/parts.h"

namespace nookc {
namespace {

std::string refuse(const std::string& status, const std::string& role, const std::string& name,
                   const std::string& op, const std::string& need, const std::string& have) {
  return "refuse(fault, " + status + ", " + c_string(role) + ", " + c_string(name) + ", " + c_string(op) +
         ",\n        " + need + ", " + have + ")";
}

// The checks of one buffer `pointer` that must be there and aligned.
std::string check_buffer(const std::string& pointer, const std::string& role, const std::string& name,
                         const std::string& op, const std::string& macro) {
  std::string text = "  if (!" + pointer + ")\n    return " +
                     refuse("NOOK_NULL", role, name, op, macro + "_BYTES", "0") + ";\n";
  text += "  if ((uintptr_t)" + pointer + " % " + macro + "_ALIGN != 0)\n    return " +
          refuse("NOOK_MISALIGNED", role, name, op, macro + "_ALIGN",
                 "(size_t)((uintptr_t)" + pointer + " % " + macro + "_ALIGN)") +
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
    text += check_buffer(refs + "->" + t.identifier, role, t.name, t.user, t.macro);
  }
  return text.empty() ? "  (void)" + refs + ";\n" : text;
}

std::string check_scratch(const EmitContext& c) {
  if (c.face.scratch_bytes == 0 && !c.options.events) return "  (void)memory;\n";
  const InterfacePool* first = &c.face.scratch[0];
  for (const InterfacePool& p : c.face.scratch)
    if (first->bytes == 0) first = &p;
  std::string text =
      "  if (!memory)\n    return " +
      refuse("NOOK_NULL", "scratch", first->pool, first->peak_operator, first->macro + "_BYTES", "0") + ";\n";
  for (const InterfacePool& p : c.face.scratch) {
    if (p.bytes == 0) continue;
    const std::string pointer = "memory->" + p.member;
    text += check_buffer(pointer, "scratch", p.pool, p.peak_operator, p.macro);
    text +=
        "  if (" + pointer + "_bytes != 0 && " + pointer + "_bytes < " + p.macro + "_BYTES)\n    return " +
        refuse("NOOK_NO_MEMORY", "scratch", p.pool, p.peak_operator, p.macro + "_BYTES", pointer + "_bytes") +
        ";\n";
  }
  return text;
}

constexpr std::string_view kRefuse = R"(
static nook_status refuse(nook_fault* fault, nook_status status, const char* role, const char* name,
                          const char* operator_, size_t need, size_t have) {
  if (fault) {
    fault->status = status;
    fault->role = role;
    fault->name = name;
    fault->operator_ = operator_;
    fault->need = need;
    fault->have = have;
  }
  return status;
}
)";

}  // namespace

std::string emit_check(const EmitContext& c) {
  const std::string checks =
      check_scratch(c) + check_side(c.face.inputs, "input") + check_side(c.face.outputs, "output");
  // A model with all its tensors in the scratch has nothing to refuse when that is empty.
  const bool refuses = checks.find("refuse(") != std::string::npos;
  std::string text = head_of_part(c, "Why memory is refused.") + "#include \"" + c.face.name + ".h\"\n";
  text += refuses ? kRefuse : "";
  text += "\n" + named(c.face, kCheckSignature) + " {\n" + (refuses ? "" : "  (void)fault;\n");
  return text + checks + "  return NOOK_OK;\n}\n";
}

}  // namespace nookc
