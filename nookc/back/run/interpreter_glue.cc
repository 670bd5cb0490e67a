#include "nookc/back/run/interpreter_glue.h"

#include <algorithm>

#include "nook/ops/contract/control_flow.h"
#include "nookc/back/emit/c_text.h"
#include "nookc/back/run/glue.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

// C has no empty arrays.
std::string array_size(size_t elements) { return decimal(std::max<size_t>(1, elements)); }

std::string tensor(const Tensor& t, const std::string& name, const nook_tensor_requirement& need) {
  const bool quantized = t.scales.size() == 1;
  return "  {" + c_string(name) + ", (nook_element_type)" + std::to_string(static_cast<int>(t.type)) + ", " +
         std::to_string(t.shape.rank) + ", (const int32_t[])" + c_shape(t.shape) + ",\n   " +
         decimal(need.bytes) + ", " + decimal(need.alignment) + ", " +
         (quantized ? "1, " + c_literal(t.scales[0]) + ", " + std::to_string(t.zero_point) : "0, 0, 0") +
         ", " + (need.scratch_offset < 0 ? "-1" : "0") + ", " + std::to_string(need.scratch_offset) + "},\n";
}

std::string info(const InterpretedModel& m) {
  const Graph& g = m.program.graph;
  std::string text = "static const nook_tensor_info input_infos[] = {\n";
  for (size_t i = 0; i < g.inputs.size(); ++i)
    text += tensor(g[g.inputs[i]], g.input_names[i], m.needs.inputs[i]);
  text += "};\nstatic const nook_tensor_info output_infos[] = {\n";
  for (size_t i = 0; i < g.outputs.size(); ++i)
    text += tensor(g[g.outputs[i]], g.output_names[i], m.needs.outputs[i]);
  text += "};\nstatic const nook_pool_info pool_infos[] = {\n  {\"scratch\", \"sram\", " +
          decimal(m.needs.scratch.bytes) + ", " + decimal(m.needs.scratch.alignment) +
          "},\n  {\"persistent\", \"sram\", " + decimal(m.needs.persistent.bytes) + ", " +
          decimal(m.needs.persistent.alignment) + "}\n};\n";
  return text + "static const nook_model_info info = {\n  " + c_string(m.name) + ", \"\", " +
         c_string(g.file) + ", " + c_string(m.program.model_sha256) + ", " +
         c_string(m.program.target->name) + ", " + std::to_string(m.program.macs()) + ", -1, " +
         decimal(m.program.calls.size()) + ", " + decimal(g.inputs.size()) + ", " +
         decimal(g.outputs.size()) + ", 2,\n  input_infos, output_infos, pool_infos\n};\n";
}

constexpr const char* kScratchSection = " NOOK_SECTION(\".nook_scratch\")";

// `place`: the attribute of the section that the memory is in, or nothing.
std::string declarations(const InterpretedModel& m, const std::string& place) {
  return "extern const unsigned char " + m.name + "_model[];\nextern const nook_resolver " + m.name +
         "_resolver;\n\nstatic uint8_t persistent[" + array_size(m.needs.persistent.bytes) +
         "] NOOK_ALIGNED(" + decimal(m.needs.persistent.alignment) + ")" + place +
         ";\nstatic uint8_t working[" + array_size(m.needs.working.bytes) + "]" + place + ";\n" +
         declared_constants(m, ".nook_scratch") + "static nook_interpreter net;\n";
}

Files with_parts(const InterpretedModel& m, File program) {
  Files files = interpreted_parts(m, ".nook_constants");
  files.push_back(std::move(program));
  return files;
}

// The number of operators that the interpreter may report: all operators of subgraphs that run.
size_t operators_of(const InterpretedModel& m) {
  const auto model = nook::Model::trusted({reinterpret_cast<const uint8_t*>(m.bytes.data()), m.bytes.size()});
  size_t count = model.subgraph(0).operator_count();
  for (uint32_t s = 1; nook::has_control_flow(model) && s < model.subgraph_count(); ++s)
    count += model.subgraph(s).operator_count();
  return count;
}

std::string model_arguments(const InterpretedModel& m) {
  return m.name + "_model, " + decimal(m.bytes.size()) + ", &" + m.name + "_resolver, &options, ";
}

// Everything after the tables; the model's own names and numbers are macros and constants above it.
constexpr const char* kFunctions = R"(
static nook_const_buffer in_given[sizeof input_infos / sizeof *input_infos];
static nook_buffer out_given[sizeof output_infos / sizeof *output_infos];
static int ready;
static uint32_t* profiled; /* by the run to come */
/* The one buffer that is offered with fewer bytes; of no role: none. */
static struct {
  nook_role role;
  int32_t index;
  size_t bytes;
} smaller;

static nook_status setup(void* const* scratch, const size_t* bytes, const void* const* in, void* const* out,
                         nook_interpreter_fault* fault) {
  nook_interpreter_memory memory = {
      in_given,    out_given, {persistent, sizeof persistent}, {NULL, 0}, {working, sizeof working},
      {CONSTANTS}};
  for (int32_t i = 0; i < info.input_count; ++i) {
    in_given[i].data = in[i];
    in_given[i].bytes = (size_t)input_infos[i].bytes;
  }
  for (int32_t i = 0; i < info.output_count; ++i) {
    out_given[i].data = out[i];
    out_given[i].bytes = (size_t)output_infos[i].bytes;
  }
  memory.scratch.data = scratch[0];
  memory.scratch.bytes = bytes[0];
  if (smaller.role == NOOK_ROLE_INPUT) in_given[smaller.index].bytes = smaller.bytes;
  if (smaller.role == NOOK_ROLE_OUTPUT) out_given[smaller.index].bytes = smaller.bytes;
  if (smaller.role == NOOK_ROLE_PERSISTENT) memory.persistent.bytes = smaller.bytes;
  if (smaller.role == NOOK_ROLE_WORKING) memory.working.bytes = smaller.bytes;
  if (smaller.role == NOOK_ROLE_CONSTANTS) memory.constants.bytes = smaller.bytes;
  return INIT(memory, fault);
}

/* The host has counted; so does the device. */
static nook_status recount(void) {
  nook_memory_requirements need;
  const nook_buffer room = {working, sizeof working};
  const nook_status status = QUERY(room, need);
  if (status != NOOK_OK) return status;
  const int same = need.scratch.bytes == (size_t)pool_infos[0].bytes &&
                   need.persistent.bytes == sizeof persistent && need.working.bytes == sizeof working &&
                   need.constants.bytes == CONSTANT_BYTES;
  if (!same) port_print("the device needs more or less memory than the host has computed\n");
  return same ? NOOK_OK : NOOK_BAD_MODEL;
}

static nook_status run(void* const* scratch, const void* const* in, void* const* out, nook_event_fn event,
                       void* user, size_t* stack_bytes) {
  const size_t bytes = (size_t)pool_infos[0].bytes;
  *stack_bytes = 0;
  if (!ready) {
    nook_status status = recount();
    if (status != NOOK_OK) return status;
    port_mark(2);
    status = setup(scratch, &bytes, in, out, NULL);
    port_mark(3);
    if (status != NOOK_OK) return status;
    ready = 1;
  }
  const nook_buffer lent = {scratch[0], bytes};
  nook_status status = nook_interpreter_set_scratch(&net, lent);
  for (int32_t i = 0; i < info.input_count && status == NOOK_OK; ++i) {
    const nook_const_buffer given = {in[i], (size_t)input_infos[i].bytes};
    if (in[i]) status = nook_interpreter_set_input(&net, (uint32_t)i, given);
  }
  for (int32_t i = 0; i < info.output_count && status == NOOK_OK; ++i) {
    const nook_buffer given = {out[i], (size_t)output_infos[i].bytes};
    if (out[i]) status = nook_interpreter_set_output(&net, (uint32_t)i, given);
  }
  if (status != NOOK_OK) return status;
  net.event = event;
  net.user = user;
  nook_interpreter_profile(&net, profiled ? port_clock : NULL, profiled);
  const void* const from = port_stack_repaint();
  port_mark(0);
  status = nook_interpreter_invoke(&net);
  port_mark(1);
  *stack_bytes = port_stack_used(from);
  return status;
}

static nook_status reset(void) {
  if (ready) nook_interpreter_reset(&net);
  return NOOK_OK;
}

static nook_status check(void* const* scratch, const size_t* bytes, const void* const* in, void* const* out,
                         nook_fault* fault) {
  static const char* const roles[] = {"",           "model",   "operator", "input", "output",
                                      "persistent", "scratch", "working",  "plan",  "arena",
                                      "constants"};
  nook_interpreter_fault why;
  const nook_status status = setup(scratch, bytes, in, out, &why);
  ready = 0; /* the next run sets it up anew */
  fault->status = status;
  fault->role = status == NOOK_OK ? NULL : roles[why.role];
  fault->need = why.need;
  fault->have = why.have;
  return status;
}

static int sweep_role(nook_role role, int32_t index, size_t need, void* const* scratch, const void* const* in,
                      void* const* out, uint32_t* tried) {
  const size_t enough = (size_t)pool_infos[0].bytes;
  smaller.role = role;
  smaller.index = index;
  /* Working memory of no bytes means the scratch. */
  for (size_t bytes = role == NOOK_ROLE_WORKING; bytes < need; ++bytes, ++*tried) {
    nook_interpreter_fault why;
    smaller.bytes = bytes;
    const nook_status status = setup(scratch, &enough, in, out, &why);
    if (status == NOOK_NO_MEMORY && why.role == role && why.need == need && why.have == bytes) continue;
    char text[160];
    nook_describe_fault(&why, text, sizeof text);
    port_print(text);
    port_print("\n");
    return 0;
  }
  smaller.role = NOOK_ROLE_NONE;
  return 1;
}

static int sweep(void* const* scratch, const void* const* in, void* const* out, uint32_t* tried) {
  int good = sweep_role(NOOK_ROLE_PERSISTENT, 0, sizeof persistent, scratch, in, out, tried) &&
             sweep_role(NOOK_ROLE_WORKING, 0, sizeof working, scratch, in, out, tried) &&
             sweep_role(NOOK_ROLE_CONSTANTS, 0, CONSTANT_BYTES, scratch, in, out, tried);
  for (int32_t i = 0; i < info.input_count && good; ++i)
    if (in[i])
      good = sweep_role(NOOK_ROLE_INPUT, i, (size_t)input_infos[i].bytes, scratch, in, out, tried);
  for (int32_t i = 0; i < info.output_count && good; ++i)
    if (out[i])
      good = sweep_role(NOOK_ROLE_OUTPUT, i, (size_t)output_infos[i].bytes, scratch, in, out, tried);
  return good;
}

const runner_model runner_under_test = {&info, memory,    sizeof memory, in_buffers, out_buffers,
                                        run,   check,     OPERATORS,     &profiled,  sweep,
                                        reset};
)";

}  // namespace

int64_t runner_memory_bytes(const InterpretedModel& m) {
  const auto in = [](size_t value) { return static_cast<int64_t>(value); };
  int64_t bytes = runner_scratch_bytes(in(m.needs.scratch.bytes), in(m.needs.scratch.alignment));
  for (const auto* side : {&m.needs.inputs, &m.needs.outputs})
    for (const nook_tensor_requirement& t : *side)
      if (t.scratch_offset < 0) bytes += runner_buffer_bytes(in(t.bytes), in(t.alignment));
  return bytes;
}

Files interpreter_runner(const InterpretedModel& m, const std::string& section) {
  std::string text =
      "/* Generated: " + m.name +
      ", interpreted, for ports/runner/runner.c. */\n#include \"nook/interpreter.h\"\n#include "
      "\"ports/port.h\"\n#include \"ports/runner/runner.h\"\n\n" +
      declarations(m, "") + declared_plan(m) +
      "static const nook_interpreter_options options = " + options_text(m) + ";\nstatic uint8_t memory[" +
      std::to_string(runner_memory_bytes(m)) + "]" +
      (section.empty() ? "" : " NOOK_SECTION(\"" + section + "\")") + ";\nstatic const void* in_buffers[" +
      array_size(m.needs.inputs.size()) + "];\nstatic void* out_buffers[" +
      array_size(m.needs.outputs.size()) + "];\n\n" + info(m) + "\n#define INIT(memory, fault) (" +
      filled_plan(m) + ", nook_interpreter_init(&net, " + model_arguments(m) +
      "&memory, fault))\n#define OPERATORS " + std::to_string(operators_of(m)) +
      "\n#define QUERY(room, need) (" + filled_plan(m) + ", nook_requirements(" + model_arguments(m) +
      "room, &need, NULL))\n" + "#define CONSTANTS " + given_constants(m) + "\n#define CONSTANT_BYTES " +
      decimal(m.needs.constants.bytes) + "\n" + kFunctions;
  return with_parts(m, {"glue.c", text});
}

Files interpreter_smallest(const InterpretedModel& m) {
  const auto buffers = [&](const std::vector<nook_tensor_requirement>& all, const std::string& name) {
    std::string text, rows;
    for (size_t i = 0; i < all.size(); ++i) {
      const std::string buffer = name + decimal(i);
      if (all[i].scratch_offset < 0)
        text += "static uint8_t " + buffer + "[" + array_size(all[i].bytes) +
                "] NOOK_ALIGNED(16) NOOK_SECTION(\".nook_scratch\");\n";
      rows += all[i].scratch_offset < 0 ? "{" + buffer + ", sizeof " + buffer + "}, " : "{NULL, 0}, ";
    }
    return std::pair{text, rows};
  };
  const auto [in, in_rows] = buffers(m.needs.inputs, "in");
  const auto [out, out_rows] = buffers(m.needs.outputs, "out");
  std::string text =
      "/* Generated: the smallest program that interprets " + m.name +
      ". */\n#include \"nook/interpreter.h\"\n\n" + declarations(m, kScratchSection) + declared_plan(m) + in +
      out + "static uint8_t scratch[" + array_size(m.needs.scratch.bytes) +
      "] NOOK_ALIGNED(16) NOOK_SECTION(\".nook_scratch\");\n\nint main(void) {\n"
      "  static const nook_interpreter_options options = " +
      options_text(m) + ";\n  static const nook_const_buffer inputs[] = {" + in_rows +
      "};\n  static const nook_buffer outputs[] = {" + out_rows +
      "};\n  static const nook_interpreter_memory memory = {inputs, outputs, {persistent, "
      "sizeof persistent}, "
      "{scratch, sizeof scratch}, {working, sizeof working}, {" +
      given_constants(m) +
      "}};\n"
      "  " +
      filled_plan(m) + ";\n  if (nook_interpreter_init(&net, " + model_arguments(m) +
      "&memory, NULL) != NOOK_OK) return 1;\n" + "  nook_interpreter_invoke(&net);\n  return 0;\n}\n";
  return with_parts(m, {"main.c", text});
}

}  // namespace nookc
