#include "nookc/run/glue.h"

#include "nookc/emit/identifier.h"

namespace nookc {
namespace {

// Mirrors of the macros in ports/runner/runner.h.
constexpr int64_t kGuardBytes = 64, kMoves = 4;

int64_t buffer_bytes(int64_t bytes, int64_t alignment) { return bytes + 2 * kGuardBytes + 3 * alignment; }

// ".audio = in[0], .context = in[1]"; "0" when every tensor is in the scratch.
std::string members(const std::vector<InterfaceTensor>& tensors, const std::string& array) {
  std::string text;
  for (size_t i = 0; i < tensors.size(); ++i)
    if (!tensors[i].in_scratch)
      text += (text.empty() ? "." : ", .") + tensors[i].identifier + " = " + array + "[" + std::to_string(i) +
              "]";
  return text.empty() ? "0" : text;
}

std::string refs(const Interface& face) {
  return "  const " + face.name + "_inputs_ref inputs = {" + members(face.inputs, "in") + "};\n  const " +
         face.name + "_outputs_ref outputs = {" + members(face.outputs, "out") +
         "};\n  (void)in;\n  (void)out;\n";
}

std::string run_function(const Interface& face, bool events) {
  const std::string pool = face.scratch_pool;
  return "static nook_status run(void* scratch, const void* const* in, void* const* out, nook_event_fn "
         "event,\n"
         "                       void* user, size_t* stack_bytes) {\n"
         "  const " +
         face.name + "_memory memory = {.scratch_" + pool + " = scratch, .scratch_" + pool +
         "_bytes = " + face.prefix + "SCRATCH_" + upper(pool) + "_BYTES" +
         (events ? ", .event = event, .user = user" : "") + "};\n" + refs(face) +
         (events ? "" : "  (void)event;\n  (void)user;\n") +
         "  const void* const from = port_stack_repaint();\n  port_mark(0);\n"
         "  const nook_status status = " +
         face.name +
         "_run_ref(&memory, &inputs, &outputs);\n"
         "  port_mark(1);\n  *stack_bytes = port_stack_used(from);\n  return status;\n}\n\n";
}

std::string check_function(const Interface& face) {
  const std::string pool = face.scratch_pool;
  return "static nook_status check(void* scratch, size_t scratch_bytes, const void* const* in, void* const* "
         "out,\n"
         "                         nook_fault* fault) {\n"
         "  const " +
         face.name + "_memory memory = {.scratch_" + pool + " = scratch, .scratch_" + pool +
         "_bytes = scratch_bytes};\n" + refs(face) + "  return " + face.name +
         "_check(&memory, &inputs, &outputs, fault);\n}\n\n";
}

}  // namespace

int64_t runner_memory_bytes(const Program& program, const Interface& face) {
  int64_t bytes =
      buffer_bytes(program.scratch_bytes, program.scratch_alignment) + 2 * kMoves * program.scratch_alignment;
  for (const auto* side : {&face.inputs, &face.outputs})
    for (const InterfaceTensor& t : *side)
      if (!t.in_scratch) bytes += buffer_bytes(t.bytes, t.alignment);
  return bytes;
}

File runner_glue(const Program& program, const EmitOptions& emit, const std::string& section) {
  const Interface face = interface_of(program, emit);
  // Arrays of C are not empty.
  const auto count = [](const std::vector<InterfaceTensor>& t) {
    return std::to_string(std::max<size_t>(1, t.size()));
  };
  std::string text = "/* Generated: " + face.name + " for ports/runner/runner.c. */\n#include \"" +
                     face.name + ".h\"\n#include \"ports/port.h\"\n#include \"ports/runner/runner.h\"\n\n";
  text += "static uint8_t memory[" + std::to_string(runner_memory_bytes(program, face)) + "]" +
          (section.empty() ? "" : " NOOK_SECTION(\"" + section + "\")") + ";\n";
  text += "static const void* in_buffers[" + count(face.inputs) + "];\nstatic void* out_buffers[" +
          count(face.outputs) + "];\n\n";
  text += run_function(face, emit.events) + check_function(face);
  text += "const runner_model runner_under_test = {&" + face.name +
          "_info, memory, sizeof memory, in_buffers, out_buffers, run, check};\n";
  return {"glue.c", text};
}

File smallest_main(const Program& program, const EmitOptions& emit) {
  const Interface face = interface_of(program, emit);
  const std::string pool = face.scratch_pool, macro = face.prefix + "SCRATCH_" + upper(pool);
  const std::string section = " NOOK_SECTION(\".nook_scratch\")";
  std::string text = "/* Generated: the smallest program that runs " + face.name + ". */\n#include \"" +
                     face.name + ".h\"\n\n";
  const bool scratch = program.scratch_bytes > 0;
  if (scratch)
    text += "static uint8_t scratch[" + macro + "_BYTES] NOOK_ALIGNED(" + macro + "_ALIGN)" + section + ";\n";
  text += "static const " + face.name + "_memory memory = {.scratch_" + pool + " = " +
          (scratch ? "scratch" : "NULL") + "};\nstatic " + face.name + "_input input" + section +
          ";\nstatic " + face.name + "_output output" + section + ";\n\n";
  return {"main.c",
          text + "int main(void) { return (int)" + face.name + "_run(&memory, &input, &output); }\n"};
}

}  // namespace nookc
