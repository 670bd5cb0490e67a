#include "nookc/back/run/glue.h"

#include <algorithm>

#include "nookc/core/identifier.h"
#include "nookc/graph/ethos_u.h"

namespace nookc {
namespace {

// These mirror macros in ports/runner/runner.h.
constexpr int64_t kGuardBytes = 64, kMoves = 4, kWordAlignment = 4;

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

// For constants passed by pointer: the array with the image, as if it had been loaded from elsewhere.
std::string image_members(const Interface& face) {
  std::string text;
  for (const InterfacePool* p : pointer_pools(face))
    if (p->bytes > 0)
      text += ",\n      ." + p->member + " = " + p->symbol + ", ." + p->member + "_bytes = " + p->macro +
              "_BYTES";
  return text;
}

// ".scratch_dtcm = scratch[0], .scratch_dtcm_bytes = <bytes>, ..."; `bytes` gets a pool's index and macro.
template <class BytesOf>
std::string memory_members(const Interface& face, BytesOf bytes) {
  std::string text;
  for (size_t i = 0; i < face.scratch.size(); ++i) {
    const InterfacePool& p = face.scratch[i];
    text += (i ? ", " : "") + ("." + p.member + " = scratch[" + std::to_string(i) + "], ." + p.member +
                               "_bytes = " + bytes(i, p));
  }
  for (const InterfacePool& p : face.persistent)
    text += ",\n      ." + p.member + " = " + p.member + ", ." + p.member + "_bytes = sizeof " + p.member;
  return text + image_members(face);
}

// The arrays of the model's state.
std::string persistent_arrays(const Interface& face) {
  std::string text;
  for (const InterfacePool& p : face.persistent)
    text += "static uint8_t " + p.member + "[" + p.macro + "_BYTES] NOOK_ALIGNED(" + p.macro + "_ALIGN);\n";
  return text;
}

std::string reset_function(const Interface& face) {
  std::string members;
  for (const InterfacePool& p : face.persistent)
    members += (members.empty() ? "." : ", .") + p.member + " = " + p.member;
  if (members.empty()) return "";
  return "static nook_status reset(void) {\n  const " + face.name + "_memory memory = {" + members +
         image_members(face) + "};\n  return " + face.name + "_reset(&memory);\n}\n\n";
}

// The devices: this machine has no units other than the cpu, which stands in for each.
std::string devices(const Interface& face) {
  if (face.units.empty()) return "";
  std::string all;
  for (size_t i = 0; i < face.units.size(); ++i) all += (i ? ", " : "") + std::string("&cpu");
  return "static const nook_device cpu = {.call = nook_call_on_cpu};\nstatic const " + face.name +
         "_devices devices = {" + all + "};\n\n";
}
const char* devices_argument(const Interface& face) { return face.units.empty() ? "" : ", &devices"; }

std::string run_function(const Interface& face, bool events) {
  const auto all = [](size_t, const InterfacePool& p) { return p.macro + "_BYTES"; };
  return "static nook_status run(void* const* scratch, const void* const* in, void* const* out, "
         "nook_event_fn "
         "event,\n"
         "                       void* user, size_t* stack_bytes) {\n"
         "  const " +
         face.name + "_memory memory = {" + memory_members(face, all) +
         (events ? ", .event = event, .user = user" : "") + "};\n" + refs(face) +
         (events ? "" : "  (void)event;\n  (void)user;\n") +
         "  const void* const from = port_stack_repaint();\n  port_mark(0);\n"
         "  const nook_status status = " +
         face.name + "_run_ref(&memory, &inputs, &outputs" + devices_argument(face) +
         ");\n"
         "  port_mark(1);\n  *stack_bytes = port_stack_used(from);\n  return status;\n}\n\n";
}

std::string check_function(const Interface& face) {
  const auto given = [](size_t i, const InterfacePool&) { return "bytes[" + std::to_string(i) + "]"; };
  return "static nook_status check(void* const* scratch, const size_t* bytes, const void* const* in, void* "
         "const* "
         "out,\n"
         "                         nook_fault* fault) {\n"
         "  const " +
         face.name + "_memory memory = {" + memory_members(face, given) + "};\n" + refs(face) +
         (pointer_pools(face).empty()
              ? "  return " + face.name + "_check(&memory, &inputs, &outputs" + devices_argument(face) +
                    ", fault);\n"
              : "  const nook_status status = " + face.name + "_check(&memory, &inputs, &outputs" +
                    devices_argument(face) + ", fault);\n  return status == NOOK_OK ? " + face.name +
                    "_check_constants(&memory, fault) : status;\n") +
         "}\n\n";
}

}  // namespace

int64_t runner_buffer_bytes(int64_t bytes, int64_t alignment) {
  return bytes + 2 * kGuardBytes + 3 * std::max(alignment, kWordAlignment);
}

int64_t runner_scratch_bytes(int64_t bytes, int64_t alignment) {
  return runner_buffer_bytes(bytes, alignment) + 2 * kMoves * alignment;
}

int64_t runner_memory_bytes(const Program& program, const Interface& face) {
  int64_t bytes = 0;
  for (const PoolUse& use : program.scratch_pools) bytes += runner_scratch_bytes(use.bytes, use.alignment);
  for (const auto* side : {&face.inputs, &face.outputs})
    for (const InterfaceTensor& t : *side)
      if (!t.in_scratch) bytes += runner_buffer_bytes(t.bytes, t.alignment);
  return bytes;
}

Status check_runs_on_cpu(const Program& program) {
  for (const Node& node : program.graph.nodes)
    if (holds_commands(node))
      return Diag{
          Exit::kUnsupported, "N3041", program.graph.file + ": " + describe(program.graph, node),
          "it holds commands for an Ethos-U, which nook passes to its driver and can't execute itself",
          "nook compile and analyze; or run the .tflite that Vela read"};
  return Done{};
}

File runner_glue(const Program& program, const EmitOptions& emit, const std::string& section) {
  const Interface face = interface_of(program, emit);
  // C has no empty arrays.
  const auto count = [](const std::vector<InterfaceTensor>& t) {
    return std::to_string(std::max<size_t>(1, t.size()));
  };
  std::string text = "/* Generated: " + face.name + " for ports/runner/runner.c. */\n#include \"" +
                     face.name + ".h\"\n#include \"ports/port.h\"\n#include \"ports/runner/runner.h\"\n\n";
  text += "static uint8_t memory[" + std::to_string(runner_memory_bytes(program, face)) + "]" +
          (section.empty() ? "" : " NOOK_SECTION(\"" + section + "\")") + ";\n";
  text += "static const void* in_buffers[" + count(face.inputs) + "];\nstatic void* out_buffers[" +
          count(face.outputs) + "];\n\n";
  text += persistent_arrays(face) + devices(face) + run_function(face, emit.events) + check_function(face) +
          reset_function(face);
  text += "const runner_model runner_under_test = {&" + face.name +
          "_info, memory, sizeof memory, in_buffers, out_buffers, run, check, 0, 0, 0, " +
          (face.persistent.empty() ? "0" : "reset") + "};\n";
  return {"glue.c", text};
}

File smallest_main(const Program& program, const EmitOptions& emit) {
  const Interface face = interface_of(program, emit);
  const std::string section = " NOOK_SECTION(\".nook_scratch\")";
  std::string text = "/* Generated: the smallest program that runs " + face.name + ". */\n#include \"" +
                     face.name + ".h\"\n\n";
  std::string members;
  for (const InterfacePool& p : face.scratch) {
    if (p.bytes > 0)
      text += "static uint8_t " + p.member + "[" + p.macro + "_BYTES] NOOK_ALIGNED(" + p.macro + "_ALIGN)" +
              section + ";\n";
    members += (members.empty() ? "." : ", .") + p.member + " = " + (p.bytes > 0 ? p.member : "NULL");
  }
  for (const InterfacePool& p : face.persistent) {
    text += "static uint8_t " + p.member + "[" + p.macro + "_BYTES] NOOK_ALIGNED(" + p.macro + "_ALIGN)" +
            section + ";\n";
    members += ", ." + p.member + " = " + p.member;
  }
  members += image_members(face);
  text += "static const " + face.name + "_memory memory = {" + members + "};\nstatic " + face.name +
          "_input input" + section + ";\nstatic " + face.name + "_output output" + section + ";\n\n" +
          devices(face);
  const std::string first =
      face.persistent.empty() ? "" : "if (" + face.name + "_reset(&memory) != NOOK_OK) return 1; ";
  return {"main.c", text + "int main(void) { " + first + "return (int)" + face.name +
                        "_run(&memory, &input, &output" + devices_argument(face) + "); }\n"};
}

}  // namespace nookc
