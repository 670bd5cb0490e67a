#include <algorithm>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/parts.h"
#include "nookc/back/emit/stream.h"
#include "nookc/core/identifier.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

// Whether any of the tensors is in a buffer of the application.
bool has_buffers(const std::vector<InterfaceTensor>& tensors) {
  return std::ranges::any_of(tensors, [](const InterfaceTensor& t) { return !t.in_scratch; });
}

// Builds the model's own memory struct from the common one.
std::string lend(const EmitContext& c) {
  std::string text =
      named(c.face, "\nstatic $_memory own(const nook_model_memory* memory) {\n  $_memory all = {0};\n");
  const std::vector<const InterfacePool*> images = pointer_pools(c.face);
  const std::vector<InterfacePool>& kept = c.face.persistent;
  if (!images.empty() || !kept.empty()) text += "  if (!memory) return all;\n";
  if (!kept.empty()) text += "  if (memory->persistent) {\n";
  for (size_t i = 0; i < kept.size(); ++i) {
    const std::string member = kept[i].member, at = "[" + std::to_string(i) + "]";
    text += "    all." + member + " = memory->persistent" + at + ";\n    if (memory->persistent_bytes) all." +
            member + "_bytes = memory->persistent_bytes" + at + ";\n";
  }
  if (!kept.empty()) text += "  }\n";
  if (!images.empty()) text += "  if (memory->constants) {\n";
  for (size_t i = 0; i < images.size(); ++i) {
    const std::string member = images[i]->member, at = "[" + std::to_string(i) + "]";
    text += "    all." + member + " = memory->constants" + at + ";\n    if (memory->constant_bytes) all." +
            member + "_bytes = memory->constant_bytes" + at + ";\n";
  }
  if (!images.empty()) text += "  }\n";
  text += images.empty() && kept.empty() ? "  if (!memory || !memory->scratch) return all;\n"
                                         : "  if (!memory->scratch) return all;\n";
  for (size_t i = 0; i < c.face.scratch.size(); ++i) {
    const std::string member = c.face.scratch[i].member, at = "[" + std::to_string(i) + "]";
    text += "  all." + member + " = memory->scratch" + at + ";\n  if (memory->scratch_bytes) all." + member +
            "_bytes = memory->scratch_bytes" + at + ";\n";
  }
  if (!c.program.stored.empty()) text += "  all.storage = memory->storage;\n";
  if (c.options.events) text += "  all.event = memory->event;\n  all.user = memory->user;\n";
  return text + "  return all;\n}\n";
}

// One side as the model's own struct of pointers, e.g. "in" from "inputs".
std::string side(const Interface& face, const std::vector<InterfaceTensor>& tensors, const std::string& from,
                 const std::string& to) {
  if (!has_buffers(tensors)) return "  (void)" + from + ";\n";
  std::string text = named(face, "  $_" + from + "_ref " + to + " = {0};\n") + "  if (" + from + ") {\n";
  for (size_t i = 0; i < tensors.size(); ++i)
    if (!tensors[i].in_scratch)
      text += "    " + to + "." + tensors[i].identifier + " = " + from + "[" + std::to_string(i) + "];\n";
  return text + "  }\n";
}

std::string pointer(const std::vector<InterfaceTensor>& tensors, const std::string& to) {
  return has_buffers(tensors) ? "&" + to : "NULL";
}

// Builds the model's own struct of devices from the common array.
std::string own_devices(const Interface& face) {
  if (face.units.empty()) return "";
  std::string text = named(face,
                           "\nstatic $_devices own_devices(const nook_model_memory* memory) {\n"
                           "  $_devices all = {0};\n  if (!memory || !memory->devices) return all;\n");
  for (size_t i = 0; i < face.units.size(); ++i)
    text += "  all." + face.units[i].name + " = memory->devices[" + std::to_string(i) + "];\n";
  return text + "  return all;\n}\n";
}

std::string run_and_check(const EmitContext& c) {
  const Interface& face = c.face;
  const bool units = !face.units.empty();
  const std::string own = "  const $_memory all = own(memory);\n" +
                          std::string(units ? "  const $_devices devices = own_devices(memory);\n" : "") +
                          side(face, face.inputs, "inputs", "in") +
                          side(face, face.outputs, "outputs", "out");
  const std::string arguments = "&all, " + pointer(face.inputs, "in") + ", " + pointer(face.outputs, "out") +
                                (units ? ", &devices" : "");
  const std::string every_byte = !c.program.stored.empty()      ? "check_weights"
                                 : !pointer_pools(face).empty() ? "check_constants"
                                                                : "";
  return named(face,
               "\nstatic nook_status check(const nook_model_memory* memory, const void* const* inputs,\n"
               "                         void* const* outputs, nook_fault* fault) {\n" +
                   own +
                   (every_byte.empty() ? "  return $_check(" + arguments + ", fault);\n}\n"
                                       : "  const nook_status status = $_check(" + arguments +
                                             ", fault);\n  return status == NOOK_OK ? $_" + every_byte +
                                             "(&all, fault) : "
                                             "status;\n}\n") +
                   "\nstatic nook_status run(const nook_model_memory* memory, const void* const* inputs,\n"
                   "                       void* const* outputs) {\n" +
                   own + "  const nook_status status = $_check(" + arguments +
                   ", NULL);\n  return status == NOOK_OK ? $_run_ref(" + arguments + ") : status;\n}\n");
}

std::string reset(const EmitContext& c) {
  const std::string head = "\nstatic nook_status reset(const nook_model_memory* memory) {\n";
  const bool keeps = !c.face.persistent.empty();
  std::string text = head + named(c.face, "  const $_memory all = own(memory);\n");
  if (keeps && row_stream(c.program))
    text += named(c.face,
                  "  const nook_status status = $_reset(&all);\n  if (status != NOOK_OK) return status;\n");
  if (row_stream(c.program))  // discards rows that were pushed
    return text + named(c.face, "  return $_begin(&all);\n}\n");
  for (const InterfacePool& pool : c.face.scratch)
    if (pool.bytes > 0) text += refuse_pool(pool, "all.");
  if (keeps) return text + named(c.face, "  return $_reset(&all);\n}\n");
  return text + (c.face.scratch_bytes == 0 ? "  (void)all;\n" : "") + "  return NOOK_OK;\n}\n";
}

std::string stream(const EmitContext& c) {
  if (!row_stream(c.program)) return "";
  const std::string own = "  const $_memory all = own(memory);\n";
  return named(c.face,
               "\nstatic nook_status begin(const nook_model_memory* memory) {\n" + own +
                   "  return $_begin(&all);\n}\n"
                   "\nstatic nook_status push_rows(const nook_model_memory* memory, const void* rows, "
                   "int32_t count) {\n" +
                   own +
                   "  return $_push_rows(&all, rows, count);\n}\n"
                   "\nstatic nook_status finish(const nook_model_memory* memory, void* const* outputs) {\n" +
                   own) +
         side(c.face, c.face.outputs, "outputs", "out") +
         named(c.face, "  return $_finish_ref(&all, " + pointer(c.face.outputs, "out") + ");\n}\n");
}

// The functions of a table, static.
std::string functions(const EmitContext& c, const std::string& summary) {
  return head_of_part(c, summary) + "#include \"" + c.face.name + ".h\"\n" + lend(c) + own_devices(c.face) +
         run_and_check(c) + reset(c) + stream(c);
}

}  // namespace

std::string emit_image_functions(const EmitContext& c) {
  std::string text = functions(c, "The functions of the image of " + c.face.name + ".") + R"(
nook_status nook_image_run(const nook_model_memory* memory, const void* const* inputs, void* const* outputs) {
  return run(memory, inputs, outputs);
}

nook_status nook_image_check_memory(const nook_model_memory* memory, const void* const* inputs,
                                    void* const* outputs, nook_fault* fault) {
  return check(memory, inputs, outputs, fault);
}

nook_status nook_image_reset(const nook_model_memory* memory) { return reset(memory); }
)";
  if (!row_stream(c.program)) return text;
  return text + R"(
nook_status nook_image_begin(const nook_model_memory* memory) { return begin(memory); }

nook_status nook_image_push_rows(const nook_model_memory* memory, const void* rows, int32_t count) {
  return push_rows(memory, rows, count);
}

nook_status nook_image_finish(const nook_model_memory* memory, void* const* outputs) {
  return finish(memory, outputs);
}
)";
}

std::string emit_model_table(const EmitContext& c) {
  const Interface& face = c.face;
  const bool streams = row_stream(c.program) != nullptr;
  return functions(c, "The functions of " + face.name + " as a table.") +
         named(face, "\nconst nook_model $_entry = {") + named(face, "\n  &$_info, run, check, reset, ") +
         (streams ? "begin, push_rows, finish, " + face.inputs[0].macro + "_ROWS, " + face.inputs[0].macro +
                        "_ROW_BYTES"
                  : std::string("NULL, NULL, NULL, 0, 0")) +
         "\n};\n";
}

}  // namespace nookc
