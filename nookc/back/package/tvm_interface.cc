#include "nookc/back/package/tvm_interface.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/interface/interface.h"
#include "nookc/core/identifier.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

// A tensor, as microTVM names it.
struct Tensor {
  std::string member, macro;  // "image", "TVMGEN_DEFAULT_IMAGE_SIZE"
  const InterfaceTensor* tensor = nullptr;
};

struct Face {
  Interface nook;             // the interface that the generated code calls
  std::string prefix, macro;  // "tvmgen_default", "TVMGEN_DEFAULT"
  std::vector<Tensor> inputs, outputs;
  bool lends_pools = false;
  bool in_pools = false;  // inputs and outputs are in the pools
};

// Every character but letters and digits becomes '_'.
std::string sanitized(std::string text) {
  for (char& c : text)
    c = std::isalnum(static_cast<unsigned char>(c))
            ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
            : '_';
  return text;
}

std::string define(const std::string& macro, int64_t value, const std::string& brief) {
  return "/*! \\brief " + brief + " */\n#define " + macro + " " + std::to_string(value) + "\n";
}

Diag refused(const std::string& name, const std::string& text, const std::string& way_out) {
  return {Exit::kUsage, "N2022", name, text, way_out};
}

// The member of a tensor: its name as microTVM writes it, after '_' where C would not take that.
std::string member_of(const std::string& name) {
  const std::string member = sanitized(name);
  return member[0] == '_' || is_identifier(member) ? member : "_" + member;
}

// Names the tensors of one side; `taken` has the tensor of each macro so far.
Result<std::vector<Tensor>> tensors(const Program& program, const std::vector<InterfaceTensor>& all,
                                    const std::string& macro, std::map<std::string, std::string>& taken) {
  std::vector<Tensor> made;
  for (const InterfaceTensor& each : all) {
    const std::string name = first_name(program.graph[each.id].name);
    const std::string member = member_of(name.empty() ? each.identifier : name);
    const std::string size = macro + "_" + upper(member) + "_SIZE";
    const auto [same, is_new] = taken.emplace(size, "'" + each.name + "'");
    if (!is_new)
      return refused("--format tvm",
                     same->second + " and '" + each.name + "' would both have their bytes in " + size,
                     "--format c, which numbers them");
    made.push_back({member, size, &each});
  }
  return made;
}

Status check_places(const Face& face) {
  int inside = 0, outside = 0;
  for (const auto* side : {&face.nook.inputs, &face.nook.outputs})
    for (const InterfaceTensor& t : *side) (t.in_scratch ? inside : outside) += 1;
  if (inside > 0 && outside > 0)
    return refused("--format tvm",
                   "need all inputs and outputs in the pools, or none; have " + std::to_string(inside) +
                       " of " + std::to_string(inside + outside) + " there",
                   "--input-in-scratch together with --output-in-scratch, or neither");
  if (inside > 0 && !face.lends_pools)
    return refused(
        "--format tvm",
        "inputs and outputs can be in pools only if the application passes these, and no pool is given",
        "--workspace-pool name=sram, or leave out --input-in-scratch and --output-in-scratch");
  return Done{};
}

std::string pool_macro(const Face& face, const InterfacePool& pool) {
  return face.macro + "_" + upper(pool.pool) + "_WORKSPACE_POOL_SIZE";
}

Result<Face> face_of(const Program& program, const EmitOptions& options, const TvmOptions& tvm) {
  Face face;
  face.nook = interface_of(program, options);
  face.prefix = "tvmgen_" + sanitized(tvm.module);
  face.macro = upper(face.prefix);
  face.lends_pools = tvm.lends_pools;
  if (const Status fits = check_places(face); !fits) return fits.diag();
  for (const auto* side : {&face.nook.inputs, &face.nook.outputs})
    face.in_pools |= std::ranges::any_of(*side, &InterfaceTensor::in_scratch);
  std::map<std::string, std::string> taken = {{face.macro + "_WORKSPACE_SIZE", "all pools together"}};
  if (face.lends_pools)
    for (const InterfacePool& pool : face.nook.scratch)
      taken.emplace(pool_macro(face, pool), "the pool '" + pool.pool + "'");
  for (const auto& [made, all] :
       {std::pair(&face.inputs, &face.nook.inputs), {&face.outputs, &face.nook.outputs}}) {
    Result<std::vector<Tensor>> side = tensors(program, *all, face.macro, taken);
    if (!side) return side.diag();
    *made = *std::move(side);
  }
  return face;
}

std::string side_struct(const Face& face, const std::vector<Tensor>& side, const std::string& name) {
  std::string text = "\n/*! \\brief Pointers to the " + name + " of the module */\nstruct " + face.prefix +
                     "_" + name + " {\n";
  for (const Tensor& t : side)
    text += "  void* " + t.member + "; /* " + t.tensor->c_type + "[" + std::to_string(t.tensor->count) +
            "], aligned to " + std::to_string(t.tensor->alignment) + " */\n";
  return text + "};\n";
}

std::string pools_struct(const Face& face) {
  std::string text = "\n/*! \\brief Memory of the application, one member for each pool */\nstruct " +
                     face.prefix + "_workspace_pools {\n";
  for (const InterfacePool& p : face.nook.scratch)
    text += "  void* " + p.pool + "; /* aligned to " + std::to_string(p.alignment) + " */\n";
  return text + "};\n";
}

std::string map_signature(const Face& face, const std::string& side) {
  return "struct " + face.prefix + "_" + side + " " + face.prefix + "_map_" + side + "(struct " +
         face.prefix + "_workspace_pools* workspace_pools)";
}

std::string run_signature(const Face& face) {
  std::string arguments;
  const auto add = [&](const char* name) {
    arguments += (arguments.empty() ? "" : ", ") + ("struct " + face.prefix + "_" + name) + "* " + name;
  };
  if (!face.in_pools) add("inputs"), add("outputs");
  if (face.lends_pools) add("workspace_pools");
  return "int32_t " + face.prefix + "_run(" + arguments + ")";
}

std::string reset_signature(const Face& face) { return "int32_t " + face.prefix + "_reset(void)"; }

std::string declarations(const Face& face) {
  std::string text = side_struct(face, face.inputs, "inputs") + side_struct(face, face.outputs, "outputs");
  if (face.lends_pools) text += pools_struct(face);
  if (face.in_pools)
    for (const char* side : {"inputs", "outputs"})
      text += "\n/*! \\brief Where the " + std::string(side) + " are in the pools */\n" +
              map_signature(face, side) + ";\n";
  text += "\n/*!\n * \\brief One inference\n * \\return 0; -1 if it failed" +
          std::string(face.in_pools ? ". It may overwrite the inputs" : "") + "\n */\n" +
          run_signature(face) + ";\n";
  if (!face.nook.persistent.empty())
    text +=
        "\n/*!\n * \\brief Sets the state that is kept between two runs to its first value; the first run "
        "does this by itself\n"
        " * \\return 0; -1 if it failed\n */\n" +
        reset_signature(face) + ";\n";
  return text;
}

std::string header(const Face& face, const std::string& head) {
  const std::string guard = face.macro + "_H_";
  std::string text = head + "#ifndef " + guard + "\n#define " + guard +
                     "\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const Tensor& t : face.inputs)
    text += define(t.macro, t.tensor->bytes, "Bytes of the input \"" + c_comment(t.tensor->name) + "\"");
  for (const Tensor& t : face.outputs)
    text += define(t.macro, t.tensor->bytes, "Bytes of the output \"" + c_comment(t.tensor->name) + "\"");
  text += declarations(face) + "\n" +
          define(face.macro + "_WORKSPACE_SIZE", face.nook.scratch_bytes,
                 "Bytes of all workspace pools together");
  if (face.lends_pools)
    for (const InterfacePool& p : face.nook.scratch)
      text += define(pool_macro(face, p), p.bytes, "Bytes of the pool \"" + p.pool + "\"");
  return text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " + guard + " */\n";
}

// An array that the code owns: the scratch, or the state.
std::string own_array(const InterfacePool& pool, const std::string& name, bool cleared) {
  if (pool.bytes == 0) return "";
  std::string place;
  if (!pool.section.empty())
    place = "\n    NOOK_SECTION(" + pool.macro + "_SECTION)";
  else if (!cleared)
    place = "\n    WORKSPACE_SECTION";
  return "static uint8_t " + name + "[" + pool.macro + "_BYTES] NOOK_ALIGNED(" + pool.macro + "_ALIGN)" +
         place + ";\n";
}

constexpr const char* kSection =
    "\n/* The linker scripts of microTVM's projects know this section; its bytes need no first value. */\n"
    "#ifdef __ELF__\n#define WORKSPACE_SECTION NOOK_SECTION(\".bss.noinit.tvm\")\n"
    "#else\n#define WORKSPACE_SECTION\n#endif\n";

std::string owned(const Face& face) {
  std::string text;
  if (!face.lends_pools)
    for (const InterfacePool& p : face.nook.scratch) text += own_array(p, "workspace_" + p.pool, false);
  if (!text.empty()) text = kSection + text;
  for (const InterfacePool& p : face.nook.persistent) text += own_array(p, "state_" + p.pool, true);
  return text.empty() ? text : text + "\n";
}

std::string memory_of(const Face& face) {
  std::string text;
  const auto add = [&](const InterfacePool& p, const std::string& value) {
    text += "    ." + p.member + " = " + (p.bytes == 0 ? "NULL" : value) + ", ." + p.member +
            "_bytes = " + p.macro + "_BYTES,\n";
  };
  for (const InterfacePool& p : face.nook.scratch)
    add(p, face.lends_pools ? "workspace_pools->" + p.pool : "workspace_" + p.pool);
  for (const InterfacePool& p : face.nook.persistent) add(p, "state_" + p.pool);
  return "  const " + face.nook.name + "_memory memory = {\n" + text + "  };\n";
}

std::string pointers(const Face& face, const std::vector<Tensor>& side, const std::string& name) {
  std::string text = "  const " + face.nook.name + "_" + name + "_ref " + name + "_of_run = {";
  if (face.in_pools) return text + "0};\n";
  std::string members;
  for (const Tensor& t : side)
    members += (members.empty() ? "." : ", .") + t.tensor->identifier + " = " + name + "->" + t.member;
  return text + members + "};\n";
}

std::string map_function(const Face& face, const std::vector<Tensor>& side, const std::string& name) {
  std::string text = "\n" + map_signature(face, name) + " {\n" + memory_of(face) + "  struct " + face.prefix +
                     "_" + name + " all;\n";
  for (const Tensor& t : side)
    text += "  all." + t.member + " = " + face.nook.name + "_" + (name == "inputs" ? "input_" : "output_") +
            t.tensor->identifier + "(&memory);\n";
  return text + "  return all;\n}\n";
}

std::string run_function(const Face& face) {
  std::string text = "\n" + run_signature(face) + " {\n";
  std::string missing;
  if (!face.in_pools) missing = "!inputs || !outputs";
  if (face.lends_pools) missing += std::string(missing.empty() ? "" : " || ") + "!workspace_pools";
  if (!missing.empty()) text += "  if (" + missing + ") return -1;\n";
  if (!face.nook.persistent.empty())
    text += "  if (!has_state && " + face.prefix + "_reset() != 0) return -1;\n";
  return text + memory_of(face) + pointers(face, face.inputs, "inputs") +
         pointers(face, face.outputs, "outputs") + "  return " + face.nook.name +
         "_run_ref(&memory, &inputs_of_run, &outputs_of_run) == NOOK_OK ? 0 : -1;\n}\n";
}

// The scratch is not used by a reset.
std::string reset_function(const Face& face) {
  std::string members;
  for (const InterfacePool& p : face.nook.persistent)
    members += (members.empty() ? "." : ", .") + p.member + " = state_" + p.pool;
  return "static int has_state;\n\n" + reset_signature(face) + " {\n  const " + face.nook.name +
         "_memory memory = {" + members + "};\n  has_state = " + face.nook.name +
         "_reset(&memory) == NOOK_OK;\n  return has_state ? 0 : -1;\n}\n";
}

std::string source(const Face& face, const std::string& head) {
  std::string text = head + "#include \"" + face.prefix + ".h\"\n\n#include <stddef.h>\n\n#include \"" +
                     face.nook.name + ".h\"\n" + owned(face);
  if (!face.nook.persistent.empty()) text += reset_function(face);
  if (face.in_pools)
    text += map_function(face, face.inputs, "inputs") + map_function(face, face.outputs, "outputs");
  return text + run_function(face);
}

}  // namespace

Result<Files> tvm_interface(const Program& program, const EmitOptions& options, const TvmOptions& tvm) {
  const Result<Face> face = face_of(program, options, tvm);
  if (!face) return face.diag();
  const std::string head = "/* The interface of microTVM for " + c_comment(face->nook.model_file) +
                           ". Generated by nook " + options.provenance.version + "; do not edit. */\n";
  return Files{{face->prefix + ".h", header(*face, head)}, {face->prefix + ".c", source(*face, head)}};
}

}  // namespace nookc
