#include "nookc/back/emit/locals.h"

namespace nookc {

std::string memory_locals(const Interface& face, const Uses& uses) {
  std::string text;
  const auto local = [&](const char* type, const std::string& member) {
    text += std::string("  ") + type + " const " + member + " = memory->" + member + ";\n";
  };
  for (const size_t i : uses.scratch) local("char*", face.scratch[i].member);
  for (const size_t i : uses.persistent) local("char*", face.persistent[i].member);
  for (const size_t i : uses.images) local("const char*", face.constant[i].member);
  return text;
}

// Their types differ between kernels.
std::string buffer_locals(const Interface& face, const Uses& uses) {
  std::string text;
  for (const size_t i : uses.inputs) {
    const std::string& name = face.inputs[i].identifier;
    text += "  const void* const in_" + name + " = inputs->" + name + ";\n";
  }
  for (const size_t i : uses.outputs) {
    const std::string& name = face.outputs[i].identifier;
    text += "  void* const out_" + name + " = outputs->" + name + ";\n";
  }
  return text;
}

std::string locals(const EmitContext& c, const Uses& uses, Parameters parameters) {
  std::string text = buffer_locals(c.face, uses);
  const std::string pools = memory_locals(c.face, uses);
  text += pools;
  const bool all = parameters == Parameters::kMemoryInputsOutputs;
  if (all && pools.empty() && !uses.passes_on && !c.options.events) text += "  (void)memory;\n";
  if (all && uses.inputs.empty() && !uses.passes_on) text += "  (void)inputs;\n";
  if (uses.outputs.empty() && !uses.passes_on) text += "  (void)outputs;\n";
  return text;
}

}  // namespace nookc
