#include "nookc/cli/project_lines.h"

#include "nookc/core/identifier.h"

namespace nookc {
namespace {

std::vector<Addition> for_cmake(const std::string& folder, const std::string& name,
                                const std::string& program) {
  const std::string linked = program.empty() ? "YOUR_PROGRAM" : program;
  return {
      {"CMakeLists.txt",
       "at the end",
       {"add_subdirectory(" + folder + ")", "target_link_libraries(" + linked + " PRIVATE " + name + ")"}}};
}

// CC and AR of a cross compiler reach the library, too; make's own cc does not.
std::vector<Addition> for_make(const std::string& folder, const std::string& name,
                               const std::string& program) {
  const std::string library = folder + "/lib" + name + ".a";
  const std::string linked = program.empty() ? "YOUR_PROGRAM" : program;
  return {{"the Makefile",
           "at the end",
           {"CPPFLAGS += -I" + folder, "LDLIBS += " + library + " -lm", linked + ": " + library,
            library + ":", "\t$(MAKE) -C " + folder + " CC=\"$(CC)\" AR=\"$(AR)\""}}};
}

std::vector<Addition> for_zephyr(const std::string& folder, const std::string& name) {
  return {{"CMakeLists.txt",
           "before find_package(Zephyr)",
           {"list(APPEND ZEPHYR_EXTRA_MODULES ${CMAKE_CURRENT_SOURCE_DIR}/" + folder + ")"}},
          {"prj.conf", "anywhere", {"CONFIG_NOOK_" + upper(name) + "=y"}}};
}

}  // namespace

std::string package_folder(const std::string& format, const std::string& name) {
  return (format == "platformio" ? "lib/" : format == "esp-idf" ? "components/" : "") + ("nook_" + name);
}

std::vector<Addition> lines_to_add(const std::string& format, const std::string& name,
                                   const std::string& program) {
  const std::string folder = package_folder(format, name);
  std::vector<Addition> all;
  if (format == "cmake") all = for_cmake(folder, name, program);
  if (format == "makefile") all = for_make(folder, name, program);
  if (format == "zephyr") all = for_zephyr(folder, name);
  if (format == "esp-idf")
    all = {{"main/CMakeLists.txt", "in idf_component_register()", {"REQUIRES nook_" + name}}};
  if (format == "arduino")
    all = {{"the command that builds the sketch", "as an option", {"--library " + folder}}};
  if (format == "rust")
    return {{"Cargo.toml", "below [dependencies]", {folder + " = { path = \"" + folder + "\" }"}},
            {"the source that runs the model",
             "at the top",
             {"use " + folder + "::{Input, Memory, Model, Output};"}}};
  all.push_back({"the source that runs the model", "at the top", {"#include \"" + name + ".h\""}});
  return all;
}

}  // namespace nookc
