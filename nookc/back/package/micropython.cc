#include "nookc/back/package/micropython.h"

#include <algorithm>

#include "nookc/back/interface/interface.h"
#include "nookc/back/package/package.h"
#include "nookc/core/identifier.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

std::string pointers(const std::vector<InterfaceTensor>& tensors, size_t first) {
  std::vector<std::string> words;
  for (size_t i = 0; i < tensors.size(); ++i)
    words.push_back("tensors[" + decimal(static_cast<int64_t>(first + i)) + "]");
  return join_text(words);
}

std::string call_header(const Program& program, const Interface& face) {
  const std::string& n = face.name;
  size_t rank = 1;
  for (const auto* tensors : {&face.inputs, &face.outputs})
    for (const InterfaceTensor& t : *tensors)
      rank = std::max(rank, static_cast<size_t>(program.graph[t.id].shape.rank));
  const std::string memory = "&" + n + "_default_memory";
  const bool kept = !program.kept.empty();
  std::string text = "/* The functions of " + n + " for its module. */\n#include \"" + n +
                     ".h\"\n#include \"nook/model_info.h\"\n\n" + "extern const nook_model_info " + n +
                     "_info;\n\nenum { " + n +
                     "_TENSORS = " + decimal(static_cast<int64_t>(face.inputs.size() + face.outputs.size())) +
                     ", " + n + "_MOST_RANK = " + decimal(static_cast<int64_t>(rank)) + " };\n\n";
  if (kept) text += "static int " + n + "_begun; /* its state has a value */\n\n";
  text += "static nook_status " + n + "_restart(void) {\n" +
          (kept ? "  const nook_status status = " + n + "_reset(" + memory + ");\n  " + n +
                      "_begun = status == NOOK_OK;\n  return status;\n"
                : std::string("  return NOOK_OK;\n")) +
          "}\n\nstatic nook_status " + n + "_call(void* const* tensors) {\n";
  if (kept) text += "  if (!" + n + "_begun && " + n + "_restart() != NOOK_OK) return NOOK_BAD_STATE;\n";
  return text + "  const " + n + "_inputs_ref in = {" + pointers(face.inputs, 0) + "};\n  const " + n +
         "_outputs_ref out = {" + pointers(face.outputs, face.inputs.size()) + "};\n  return " + n +
         "_run_ref(" + memory + ", &in, &out);\n}\n";
}

// Sources that several networks share are compiled by the first of them that is built.
std::string makefile_of(const Package& package) {
  const std::string folder = upper(package_name(package)) + "_DIR";
  std::string own, shared;
  for (const std::string& source : package.sources) {
    if (source == package.name + "_module.c") continue;
    (source.starts_with("nook/") ? shared : own) += " \\\n  " + source;
  }
  return "# " + package.what + ".\n" + folder + " := $(USERMOD_DIR)\nCFLAGS_USERMOD += -I$(" + folder +
         ") -ffp-contract=off\n" + "SRC_USERMOD_C += $(" + folder + ")/" + package.name + "_module.c\n" +
         "SRC_USERMOD_LIB_C += $(addprefix $(" + folder + ")/," + own + ")\nNOOK_SHARED :=" + shared +
         "\n# Another network of nook may have compiled some of them.\n" +
         "NOOK_NEW := $(filter-out $(NOOK_TAKEN),$(NOOK_SHARED))\nNOOK_TAKEN := $(NOOK_TAKEN) $(NOOK_NEW)\n" +
         "SRC_USERMOD_LIB_C += $(addprefix $(" + folder + ")/,$(filter %.c,$(NOOK_NEW)))\n" +
         "SRC_USERMOD_LIB_ASM += $(addprefix $(" + folder + ")/,$(filter %.S,$(NOOK_NEW)))\n";
}

std::string cmake_of(const Package& package) {
  const std::string library = "usermod_" + package_name(package);
  std::string own, shared;
  for (const std::string& source : package.sources)
    if (source.starts_with("nook/"))
      shared += "\n  " + source;
    else
      own += "\n  ${CMAKE_CURRENT_LIST_DIR}/" + source;
  return "# " + package.what + ".\nadd_library(" + library + " INTERFACE)\ntarget_sources(" + library +
         " INTERFACE" + own +
         ")\n# Sources of nook: the first network that has one compiles it.\n"
         "get_property(nook_taken GLOBAL PROPERTY NOOK_TAKEN_SOURCES)\nforeach(source IN ITEMS" +
         shared + ")\n  if(NOT source IN_LIST nook_taken)\n    target_sources(" + library +
         " INTERFACE ${CMAKE_CURRENT_LIST_DIR}/${source})\n"
         "    set_property(GLOBAL APPEND PROPERTY NOOK_TAKEN_SOURCES ${source})\n  endif()\nendforeach()\n"
         "target_include_directories(" +
         library + " INTERFACE ${CMAKE_CURRENT_LIST_DIR})\ntarget_compile_options(" + library +
         " INTERFACE -ffp-contract=off)\ntarget_link_libraries(usermod INTERFACE " + library + ")\n";
}

}  // namespace

Status check_micropython(const Program& program, const EmitOptions& options) {
  if (options.events)
    return Diag{Exit::kUsage, "N2022", "--events", "--format micropython has no place for its callback",
                "leave it out, or --format standalone and the C interface"};
  const Interface face = interface_of(program, options);
  for (const auto* tensors : {&face.inputs, &face.outputs})
    for (const InterfaceTensor& t : *tensors)
      if (t.in_scratch)
        return Diag{Exit::kUsage, "N2083", "--format micropython",
                    "its module works on buffers of the caller, and " + t.identifier + " is in the scratch",
                    "leave out --input-in-scratch and --output-in-scratch"};
  return Done{};
}

Files micropython_files(const Package& package, const CompiledNetwork& network) {
  const Program& program = *network.program;
  return {{package.name + "_call.h", call_header(program, interface_of(program, *network.options))},
          {package.name + "_module.c",
           replaced(file_of("ports/micropython/module.c").content, "NETWORK", package.name)}};
}

Result<Files> micropython_folder(const Package& given, Files files) {
  Package package = given;
  package.sources.push_back(package.name + "_module.c");
  std::erase_if(files, [](const File& file) { return file.path == "CMakeLists.txt"; });
  files.push_back({"micropython.mk", makefile_of(package)});
  files.push_back({"micropython.cmake", cmake_of(package)});
  return files;
}

}  // namespace nookc
