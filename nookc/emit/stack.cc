#include "nookc/emit/stack.h"

#include <algorithm>

#include "nookc/target/stack.h"

namespace nookc {
namespace {

// Saved registers, return addresses and stacked arguments of <name>_run and <name>_run_ref together.
// Generated functions differ in little but the pointers that are counted below; tools/stack.py --check
// compares these bounds with what the compilers say for generated code.
constexpr int32_t kRunFrame32 = 144, kRunFrame64 = 288;

}  // namespace

std::optional<int32_t> run_stack_bytes(const Program& program) {
  const bool wide = program.target->name == "host";
  const size_t pointer = wide ? 8 : 4;
  size_t pointers = program.graph.inputs.size() + program.graph.outputs.size();
  int32_t deepest = 0;
  for (const Call& call : program.calls) {
    const auto bytes = kernel_stack_bytes(call.op.symbol, program.target->name);
    if (!bytes) return std::nullopt;
    deepest = std::max(deepest, *bytes);
    // Compilers may give every array its own place.
    if (call.variadic) pointers += call.in.size();
  }
  return deepest + (wide ? kRunFrame64 : kRunFrame32) + static_cast<int32_t>(pointers * pointer);
}

}  // namespace nookc
