#include <algorithm>
#include <set>

#include "nookc/back/emit/parts.h"
#include "nookc/back/interpreter_export/resolver_file.h"
#include "nookc/back/package/interpreted.h"
#include "nookc/back/package/package.h"
#include "nookc/back/resources/resources.h"

namespace nookc {
namespace {

// The interface of the model, with the addresses that the interpreter gives its tensors.
EmitContext context_of(const InterpretedModel& m, const EmitOptions& options) {
  EmitContext c{m.program, options, interface_of(m.program, options)};
  const auto settle = [](std::vector<InterfaceTensor>& tensors,
                         const std::vector<nook_tensor_requirement>& needs) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      tensors[i].alignment = static_cast<int32_t>(needs[i].alignment);
      tensors[i].in_scratch = needs[i].scratch_offset >= 0;
      tensors[i].offset = needs[i].scratch_offset;
    }
  };
  settle(c.face.inputs, m.needs.inputs);
  settle(c.face.outputs, m.needs.outputs);
  return c;
}

// The scratch is used during construction too.
nook_requirement scratch_of(const InterpretedModel& m) {
  return {std::max({m.needs.scratch.bytes, m.needs.working.bytes, size_t{1}}),
          std::max(m.needs.scratch.alignment, m.needs.working.alignment)};
}

std::string define(const std::string& name, size_t value) {
  return "#define " + name + " " + std::to_string(value) + "\n";
}

std::string array_of(const EmitContext& c, const InterfaceTensor& t, const char* side) {
  return t.c_type + " " + c.face.name + "_" + side + "_" + t.identifier + "[" + t.macro + "_COUNT]";
}

std::string buffer_declarations(const EmitContext& c) {
  std::string text;
  const auto add = [&](const std::vector<InterfaceTensor>& tensors, const char* side) {
    for (size_t i = 0; i < tensors.size(); ++i)
      text += tensors[i].in_scratch ? "/* In the scratch: nook_interpreter_" + std::string(side) +
                                          "(&interpreter, " + std::to_string(i) + "), [" + tensors[i].macro +
                                          "_COUNT] of " + tensors[i].c_type + ". */\n"
                                    : "extern " + array_of(c, tensors[i], side) + ";\n";
  };
  add(c.face.inputs, "input");
  add(c.face.outputs, "output");
  return text;
}

std::string header(const InterpretedModel& m, const EmitContext& c) {
  const std::string& prefix = c.face.prefix;
  const nook_requirement scratch = scratch_of(m);
  std::string text = head_without_memory(c, c.face.name + " for nook's interpreter, for C99 and C++.") +
                     "#ifndef " + prefix + "H_\n#define " + prefix +
                     "H_\n\n#include \"nook/interpreter.h\"\n";
  for (const auto* side : {&c.face.inputs, &c.face.outputs})
    for (const InterfaceTensor& t : *side) text += tensor_macros(c, t);
  text += "\n/* Memory in bytes, by role; " + c.face.name + ".c declares it. */\n" +
          define(prefix + "PERSISTENT_BYTES", m.needs.persistent.bytes) +
          define(prefix + "SCRATCH_BYTES", scratch.bytes) +
          define(prefix + "CONSTANTS_BYTES", m.needs.constants.bytes) +
          define(prefix + "MODEL_BYTES", m.bytes.size());
  return text + "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" +
         named(c.face,
               "/* The file, and the operators that it uses. */\n"
               "extern const unsigned char $_model[];\nextern const nook_resolver $_resolver;\n\n"
               "/* Write inputs before nook_interpreter_invoke(), read outputs after it. */\n") +
         buffer_declarations(c) +
         named(c.face,
               "\n/* Constructs the interpreter in the memory of $.c; call it once: for another one, the "
               "model is "
               "constructed by hand\n * (nook_interpreter_init()). The sizes in $.c are right, so it "
               "fails only if a file was replaced. `fault` may\n * be NULL. */\n"
               "nook_status $_init(nook_interpreter* interpreter, nook_interpreter_fault* fault);\n") +
         "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

struct Side {
  std::string arrays, rows;
};

Side side_of(const EmitContext& c, const std::vector<InterfaceTensor>& tensors, const char* side) {
  Side all;
  for (const InterfaceTensor& t : tensors) {
    const std::string name = c.face.name + "_" + side + "_" + t.identifier;
    if (!t.in_scratch) all.arrays += array_of(c, t, side) + " NOOK_ALIGNED(16);\n";
    all.rows += t.in_scratch ? "{NULL, 0}, " : "{" + name + ", sizeof " + name + "}, ";
  }
  if (all.rows.empty()) all.rows = "{NULL, 0}";  // C has no empty arrays
  return all;
}

std::string memory_array(const std::string& name, const nook_requirement& need) {
  return "static uint8_t " + name + "[" + std::to_string(std::max<size_t>(1, need.bytes)) +
         "] NOOK_ALIGNED(" + std::to_string(std::max<size_t>(16, need.alignment)) + ");\n";
}

std::string source(const InterpretedModel& m, const EmitContext& c) {
  const Side in = side_of(c, c.face.inputs, "input"), out = side_of(c, c.face.outputs, "output");
  return head_of_part(c, "The memory of " + c.face.name + ", and its interpreter in it.") +
         core_check(*m.program.target) + "#include \"" + c.face.name + ".h\"\n\n" + declared_plan(m) +
         in.arrays + out.arrays + memory_array("persistent", m.needs.persistent) +
         memory_array("scratch", scratch_of(m)) + declared_constants(m, "") +
         "\nstatic const nook_interpreter_options options = " + options_text(m) + ";\n" +
         named(c.face,
               "\nnook_status $_init(nook_interpreter* interpreter, nook_interpreter_fault* fault) {\n") +
         "  static const nook_const_buffer inputs[] = {" + in.rows +
         "};\n  static const nook_buffer outputs[] = {" + out.rows +
         "};\n  static const nook_interpreter_memory memory = {\n"
         "      inputs, outputs, {persistent, sizeof persistent}, {scratch, sizeof scratch}, {NULL, 0},\n"
         "      {" +
         given_constants(m) + "}};\n  " + filled_plan(m) +
         named(c.face, ";\n  return nook_interpreter_init(interpreter, $_model, ") + c.face.prefix +
         named(c.face, "MODEL_BYTES, &$_resolver, &options, &memory, fault);\n}\n");
}

// The headers of nook that the generated files include.
std::vector<std::string> headers_of(const InterpretedModel& m) {
  std::vector<std::string> headers = resolver_headers(m.program);
  headers.insert(headers.end(), {"nook/interpreter.h", "nook/nook.h"});
  if (!declared_plan(m).empty()) headers.emplace_back("nook/buffer_plan.h");
  return headers;
}

}  // namespace

Result<Files> interpreted_files(const InterpretedModel& m, const EmitOptions& options) {
  if (const Status good = check_emit(m.program, options); !good) return good.diag();
  const EmitContext c = context_of(m, options);
  Files files = {{m.name + ".h", header(m, c)}, {m.name + ".c", source(m, c)}};
  for (File& part : interpreted_parts(m, "")) files.push_back(std::move(part));
  const std::vector<std::string> sources = interpreter_sources(m.program);
  std::set<std::string> all(sources.begin(), sources.end());
  for (const std::string& path : headers_of(m)) add_with_includes(path, all);
  for (const std::string& path : sources)
    for (const std::string_view included : find_resource(path)->includes)
      add_with_includes(std::string(included), all);
  // A header may bring in a source for another core, which is not part of this program.
  for (const std::string& path : all)
    if (!is_source(path) || std::ranges::find(sources, path) != sources.end()) files.push_back(file_of(path));
  return files;
}

}  // namespace nookc
