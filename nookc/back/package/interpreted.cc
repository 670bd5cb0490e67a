#include "nookc/back/package/interpreted.h"

#include <algorithm>

#include "nookc/back/emit/byte_array.h"
#include "nookc/back/interpreter_export/resolver_file.h"

namespace nookc {
namespace {

bool packs(const InterpretedModel& m) { return m.options.weights != Weights::kAsIs; }

bool has_plan(const InterpretedModel& m) { return m.options.planner == "shim"; }

ResolverKernels kernels_of(const InterpretedModel& m) {
  if (m.options.rows) return ResolverKernels::kRows;
  return packs(m) ? ResolverKernels::kFast : ResolverKernels::kSmall;
}

// Whether variables are found by name, which requires linking the lookup; without it a CALL_ONCE is refused.
bool names_variables(const InterpretedModel& m) {
  constexpr nook::OpCode kNaming[] = {nook::OpCode::kCallOnce, nook::OpCode::kVarHandle};
  return std::ranges::any_of(
      kNaming, [&](nook::OpCode code) { return std::ranges::count(m.program.graph.unlisted, code) > 0; });
}

}  // namespace

// FirmwareBuilder compiles constants once: the model, and the weights that the host has packed.
Files interpreted_parts(const InterpretedModel& m, const std::string& section) {
  std::string text = byte_array(m.bytes, m.name + "_model", section);
  if (m.options.weights == Weights::kPrepacked)
    text += byte_array(m.needs.packed, m.name + "_weights", section);
  Files files = {{m.name + "_constants.c", text}, resolver_file(m.program, m.name, kernels_of(m))};
  if (has_plan(m)) files.push_back({"plan.h", m.options.plan_header});
  return files;
}

std::string options_text(const InterpretedModel& m) {
  constexpr const char* kPackers[] = {"NULL", "&nook_pack_weights", "&nook_packed_weights"};
  return "{&nook_" + (has_plan(m) ? "plan" : m.options.planner) + "_planner, " +
         (m.options.trusted ? "nook_trust_model, " : "nook_check_model, ") +
         std::to_string(m.options.inputs_in_scratch) + "u, " + std::to_string(m.options.outputs_in_scratch) +
         "u, " + (m.options.keep_scales ? "1" : "0") + ", NULL, NULL, " +
         kPackers[static_cast<size_t>(m.options.weights)] +
         (m.options.rows ? ", &nook_row_chains, " : ", NULL, ") +
         (names_variables(m) ? "&nook_resource_variables, " : "NULL, ") +
         (m.program.marks.empty() ? "NULL, 0}" : "&nook_control_flow, 0}");
}

std::string declared_plan(const InterpretedModel& m) {
  return has_plan(m) ? "#include \"nook/buffer_plan.h\"\n#include \"plan.h\"\nstatic nook_planner "
                       "nook_plan_planner;\n"
                     : "";
}

std::string filled_plan(const InterpretedModel& m) {
  return has_plan(m) ? "nook_plan_planner = nook_shim_planner(&kOfflineNonPersistentBufferPlan)" : "(void)0";
}

std::string declared_constants(const InterpretedModel& m, const std::string& section) {
  if (m.options.weights == Weights::kPrepacked)
    return "extern const unsigned char " + m.name + "_weights[];\n";
  if (!packs(m)) return {};
  return "static uint8_t constants[" + std::to_string(m.needs.constants.bytes) + "] NOOK_ALIGNED(16)" +
         (section.empty() ? "" : " NOOK_SECTION(\"" + section + "\")") + ";\n";
}

std::string given_constants(const InterpretedModel& m) {
  if (m.options.weights == Weights::kPrepacked)
    return m.name + "_weights, " + std::to_string(m.needs.constants.bytes);
  return packs(m) ? "constants, sizeof constants" : "NULL, 0";
}

}  // namespace nookc
