#include "nookc/package/build_files.h"

#include <algorithm>

#include "nookc/emit/identifier.h"
#include "nookc/package/cores.h"

namespace nookc {
namespace {

constexpr const char* kAlways = "-ffp-contract=off";  // every machine computes the same
constexpr const char* kCpp = "-fno-exceptions -fno-rtti -fno-threadsafe-statics";

std::string list_of(const Package& package, const std::string& before) {
  std::string text;
  for (const std::string& source : package.sources) text += before + source;
  return text;
}

}  // namespace

std::string makefile(const Package& package) {
  const std::string flags = kAlways + std::string(" -ffunction-sections -fdata-sections -MMD -I.\n");
  return "# " + package.what + ": makes lib" + package.name + ".a\n" + "# make CC=arm-none-eabi-gcc " +
         (package.cpp ? "CXX=arm-none-eabi-g++ " : "") + "AR=arm-none-eabi-ar CFLAGS=\"-O2 " +
         (package.flags.empty() ? "..." : package.flags) + "\"\n" + "CFLAGS ?= -O2" +
         (package.flags.empty() ? "" : " " + package.flags) + "\nNOOK_CFLAGS := -std=c99 " + flags +
         (package.cpp ? "NOOK_CXXFLAGS := -std=c++17 " + std::string(kCpp) + " " + flags : "") +
         "SOURCES :=" + list_of(package, " \\\n  ") +
         "\nOBJECTS := $(addsuffix .o,$(basename $(SOURCES)))\n\nlib" + package.name +
         ".a: $(OBJECTS)\n\trm -f $@\n\t$(AR) rcs $@ $^\n\n" +
         "%.o: %.c Makefile\n\t$(CC) $(CFLAGS) $(NOOK_CFLAGS) -c $< -o $@\n\n" +
         (package.cpp ? "%.o: %.cc Makefile\n\t$(CXX) $(CFLAGS) $(NOOK_CXXFLAGS) -c $< -o $@\n\n" : "") +
         ".PHONY: clean\nclean:\n\trm -f lib" + package.name +
         ".a $(OBJECTS) $(OBJECTS:.o=.d)\n\n-include $(OBJECTS:.o=.d)\n";
}

std::string arduino_properties(const Package& package) {
  return "name=" + package_name(package) + "\nversion=" + package.version +
         "\nauthor=nook\nmaintainer=nook\nsentence=" + package.what +
         ".\nparagraph=Sizes are macros, weights are const, memory is yours; see examples.\n" +
         "category=Data Processing\nurl=https://example.invalid/nook\narchitectures=*\nincludes=" +
         package.name + ".h\n";
}

std::string platformio_json(const Package& package) {
  return "{\n  \"name\": \"" + package_name(package) + "\",\n  \"version\": \"" + package.version +
         "\",\n  \"description\": \"" + package.what + "\",\n  \"license\": \"Apache-2.0\",\n" +
         "  \"frameworks\": \"*\",\n  \"platforms\": \"*\",\n  \"headers\": \"" + package.name +
         ".h\",\n  \"build\": {\"srcDir\": \"src\", \"includeDir\": \"src\", \"flags\": [\"" + kAlways +
         (package.cpp ? "\", \"-std=c++17" : "") + "\"]}\n}\n";
}

std::string esp_idf_cmake(const Package& package) {
  return "# " + package.what + ".\nidf_component_register(SRCS" + list_of(package, "\n  ") +
         "\n  INCLUDE_DIRS .)\ntarget_compile_options(${COMPONENT_LIB} PRIVATE " + kAlways + ")\n";
}

std::string esp_idf_manifest(const Package& package) {
  return "version: \"" + package.version + "\"\ndescription: \"" + package.what +
         "\"\nlicense: \"Apache-2.0\"\n";
}

std::string zephyr_cmake(const Package& package) {
  const std::string option = "CONFIG_" + upper(package_name(package));
  return "# " + package.what + ".\nif(" + option + ")\n  zephyr_include_directories(.)\n" +
         "  zephyr_library_named(" + package_name(package) + ")\n  zephyr_library_sources(" +
         list_of(package, "\n    ") + ")\n  zephyr_library_compile_options(" + kAlways + ")\nendif()\n";
}

std::string zephyr_kconfig(const Package& package) {
  const std::string cores = zephyr_cores(*find_target(package.target));
  return "config " + upper(package_name(package)) + "\n\tbool \"" + package.what + "\"\n" +
         (cores.empty() ? "" : "\tdepends on " + cores + "\n") +
         (package.math ? "\tselect REQUIRES_FULL_LIBC\n" : "") +
         (package.fpu ? "\tdepends on CPU_HAS_FPU\n\tselect FPU\n\timply FPU_SHARING\n" : "") +
         (package.cpp ? "\tdepends on CPP && !STD_CPP98 && !STD_CPP11 && !STD_CPP14\n" : "") +
         "\thelp\n\t  Include \"" + package.name + ".h\" and call " + package.entry + "().\n";
}

std::string zephyr_module(const Package& package) {
  return "name: " + package_name(package) + "\nbuild:\n  cmake: .\n  kconfig: Kconfig\n";
}

std::string pack_description(const Package& package, const std::vector<std::string>& headers) {
  std::string files;
  const auto add = [&](const std::string& category, const std::string& path) {
    files += "        <file category=\"" + category + "\" name=\"" + path + "\"/>\n";
  };
  add("include", "./");
  add("header", package.name + ".h");
  for (const std::string& header : headers)
    if (header != package.name + ".h") add("header", header);
  for (const std::string& source : package.sources)
    add(source.ends_with(".cc") ? "sourceCpp" : "sourceC", source);
  const std::string what = package.what, cores = pack_cores(*find_target(package.target));
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<package schemaVersion=\"1.7.7\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" "
         "xs:noNamespaceSchemaLocation=\"PACK.xsd\">\n"
         "  <vendor>nook</vendor>\n  <name>" +
         package.name + "</name>\n  <description>" + what +
         "</description>\n  <url></url>\n  <license>LICENSE</license>\n  <releases>\n    <release "
         "version=\"" +
         package.version + "\" date=\"1970-01-01\">" + what + "</release>\n  </releases>\n" +
         (cores.empty() ? ""
                        : "  <conditions>\n    <condition id=\"cores\">\n" + cores +
                              "    </condition>\n  </conditions>\n") +
         "  <components>\n    <component Cclass=\"Machine Learning\" "
         "Cgroup=\"Model\" Csub=\"" +
         package.name + "\" Cversion=\"" + package.version + "\"" +
         (cores.empty() ? "" : " condition=\"cores\"") + ">\n      <description>" + what +
         "</description>\n      <files>\n" + files +
         "      </files>\n    </component>\n  </components>\n</package>\n";
}

void add_example(Package& package, const Program& program) {
  const std::string& n = package.name;
  const auto whole = [](const std::vector<bool>& in_scratch) {
    return std::ranges::find(in_scratch, false) != in_scratch.end();
  };
  const bool in = whole(program.input_in_scratch), out = whole(program.output_in_scratch);
  if (in) package.declared += "static " + n + "_input in;\n";
  if (out) package.declared += "static " + n + "_output out;\n";
  package.each =
      n + "_run(&" + n + "_default_memory, " + (in ? "&in" : "NULL") + ", " + (out ? "&out" : "NULL") + ")";
  if (!program.kept.empty()) package.once = n + "_reset(&" + n + "_default_memory)";
}

std::string example(const Package& package, Example kind) {
  const std::string& n = package.name;
  const bool once = !package.once.empty();
  const std::string begin = "/* Runs " + n + " once; fill in the inputs, read the outputs: " + n +
                            ".h has their types. */\n#include <" + n + ".h>\n\n" + package.declared + "\n";
  if (kind == Example::kMain)
    return begin + "int main(void) {\n" + (once ? "  if (" + package.once + " != NOOK_OK) return 1;\n" : "") +
           "  return " + package.each + " == NOOK_OK ? 0 : 1;\n}\n";
  return begin + "void setup() {\n  Serial.begin(115200);\n" + (once ? "  " + package.once + ";\n" : "") +
         "}\n\nvoid loop() {\n  const nook_status status = " + package.each +
         ";\n  Serial.println(static_cast<int>(status)); // NOOK_OK is 0\n  delay(1000);\n}\n";
}

}  // namespace nookc
