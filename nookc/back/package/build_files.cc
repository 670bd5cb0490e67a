#include "nookc/back/package/build_files.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "nookc/back/interface/interface.h"
#include "nookc/back/package/cores.h"
#include "nookc/core/identifier.h"

namespace nookc {
namespace {

constexpr const char* kAlways = "-ffp-contract=off";  // so that every machine computes the same results
constexpr const char* kCpp = "-fno-exceptions -fno-rtti -fno-threadsafe-statics";

std::string list_of(const Package& package, const std::string& before) {
  std::string text;
  for (const std::string& source : package.sources) text += before + source;
  return text;
}

// A quoted JSON string, which is valid YAML too.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

// Escapes a text for XML.
std::string escaped(const std::string& text) {
  std::string made;
  for (const char c : text)
    made += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return made;
}

// An XML element; nothing for an empty text.
std::string element(const std::string& name, const std::string& text) {
  return text.empty() ? "" : "  <" + name + ">" + escaped(text) + "</" + name + ">\n";
}

// The compilers of the target if the user names none, and the options they need to find a C library.
std::string default_tools(const Package& package) {
  const std::string tools = tools_for(package.target);
  if (tools.empty()) return {};
  const auto row = [&](const std::string& variable, const std::string& tool, const std::string& more) {
    return "ifeq ($(origin " + variable + "),default)\n" + variable + " := " + tools + tool + "\n" + more +
           "endif\n";
  };
  const std::string libc =
      package.target.starts_with("rv32")
          ? "NOOK_LIBC := $(if $(wildcard /usr/lib/picolibc/riscv64-unknown-elf),--specs=picolibc.specs)\n"
          : "";
  return row("CC", "gcc", libc) + (package.cpp ? row("CXX", "g++", "") : "") + row("AR", "ar", "");
}

// The macro in RTE_Components.h, which collects definitions of all selected components, that tells which
// component compiles a source of nook.
std::string owner_macro(const std::string& source) {
  std::string name = "RTE_" + upper(source);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}
std::string owner_number(const Package& package) {
  uint32_t hash = 2166136261u;  // FNV-1a
  for (const char c : package.name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  char text[16];
  std::snprintf(text, sizeof text, "0x%08xu", static_cast<unsigned>(hash));
  return text;
}

}  // namespace

std::string makefile(const Package& package) {
  const std::string flags =
      kAlways + std::string(" -ffunction-sections -fdata-sections -MMD -I. $(NOOK_LIBC)\n");
  return "# " + package.what + ": makes lib" + package.name + ".a\n" + "# Other compilers: make CC=... " +
         (package.cpp ? "CXX=... " : "") + "AR=... CFLAGS=\"-O2 " +
         (package.flags.empty() ? "..." : package.flags) + "\"\n" + default_tools(package) + "CFLAGS ?= -O2" +
         (package.flags.empty() ? "" : " " + package.flags) + "\nNOOK_CFLAGS := -std=c99 " + flags +
         (package.cpp ? "NOOK_CXXFLAGS := -std=c++17 " + std::string(kCpp) + " " + flags : "") +
         "SOURCES :=" + list_of(package, " \\\n  ") +
         "\nOBJECTS := $(addsuffix .o,$(basename $(SOURCES)))\n\nlib" + package.name +
         ".a: $(OBJECTS)\n\trm -f $@\n\t$(AR) rcs $@ $^\n\n" +
         "%.o: %.c Makefile\n\t$(CC) $(CFLAGS) $(NOOK_CFLAGS) -c $< -o $@\n\n" +
         (package.assembly ? "%.o: %.S Makefile\n\t$(CC) $(CFLAGS) $(NOOK_CFLAGS) -c $< -o $@\n\n" : "") +
         (package.cpp ? "%.o: %.cc Makefile\n\t$(CXX) $(CFLAGS) $(NOOK_CXXFLAGS) -c $< -o $@\n\n" : "") +
         ".PHONY: clean\nclean:\n\trm -f lib" + package.name +
         ".a $(OBJECTS) $(OBJECTS:.o=.d)\n\n-include $(OBJECTS:.o=.d)\n";
}

// Arduino's first builders require every one of these lines, even if the value is empty.
std::string arduino_properties(const Package& package) {
  const PackageFacts& facts = package.facts;
  return "name=" + package_name(package) + "\nversion=" + package.version + "\nauthor=" + facts.author +
         "\nmaintainer=" + facts.author + "\nsentence=" + package.what +
         ".\nparagraph=Sizes are macros, weights are const, memory is yours; see examples.\n" +
         "category=Data Processing\nurl=" + facts.url + "\narchitectures=*\nincludes=" + package.name +
         ".h\n" + (facts.license.empty() ? "" : "license=" + facts.license + "\n") +
         // Networks share kernels: from an archive, each is linked into the program once.
         "dot_a_linkage=true\n";
}

std::string platformio_json(const Package& package) {
  const PackageFacts& facts = package.facts;
  return "{\n  \"name\": \"" + package_name(package) + "\",\n  \"version\": \"" + package.version +
         "\",\n  \"description\": \"" + package.what + "\",\n" +
         (facts.license.empty() ? "" : "  \"license\": " + quoted(facts.license) + ",\n") +
         (facts.author.empty() ? "" : "  \"authors\": {\"name\": " + quoted(facts.author) + "},\n") +
         (facts.url.empty() ? "" : "  \"homepage\": " + quoted(facts.url) + ",\n") +
         "  \"frameworks\": \"*\",\n  \"platforms\": \"*\",\n  \"headers\": \"" + package.name +
         ".h\",\n  \"build\": {\"srcDir\": \"src\", \"includeDir\": \"src\", \"flags\": [\"" + kAlways +
         (package.cpp ? "\", \"-std=c++17" : "") + "\"]}\n}\n";
}

std::string esp_idf_cmake(const Package& package) {
  return "# " + package.what + ".\nidf_component_register(SRCS" + list_of(package, "\n  ") +
         "\n  INCLUDE_DIRS .)\ntarget_compile_options(${COMPONENT_LIB} PRIVATE " + kAlways + ")\n";
}

std::string esp_idf_manifest(const Package& package) {
  const PackageFacts& facts = package.facts;
  return "version: \"" + package.version + "\"\ndescription: \"" + package.what + "\"\n" +
         (facts.license.empty() ? "" : "license: " + quoted(facts.license) + "\n") +
         (facts.url.empty() ? "" : "url: " + quoted(facts.url) + "\n") +
         (facts.author.empty() ? "" : "maintainers:\n  - " + quoted(facts.author) + "\n");
}

// Zephyr links every object of its libraries, so sources that several networks share are compiled once.
std::string zephyr_cmake(const Package& package) {
  const std::string option = "CONFIG_" + upper(package_name(package));
  std::string own, shared;
  for (const std::string& source : package.sources)
    (source.starts_with("nook/") ? shared : own) += "\n    " + source;
  return "# " + package.what + ".\nif(" + option + ")\n  zephyr_include_directories(.)\n" +
         "  zephyr_library_named(" + package_name(package) + ")\n  zephyr_library_sources(" + own +
         ")\n  # Sources of nook: the first network of the application that has one compiles it.\n"
         "  get_property(nook_taken GLOBAL PROPERTY NOOK_TAKEN_SOURCES)\n"
         "  foreach(source IN ITEMS" +
         shared +
         ")\n    list(FIND nook_taken ${source} nook_at)\n    if(nook_at LESS 0)\n"
         "      zephyr_library_sources(${source})\n"
         "      set_property(GLOBAL APPEND PROPERTY NOOK_TAKEN_SOURCES ${source})\n    endif()\n"
         "  endforeach()\n  zephyr_library_compile_options(" +
         kAlways + ")\nendif()\n";
}

std::string zephyr_kconfig(const Package& package) {
  const std::string cores = zephyr_cores(*find_target(package.target));
  return "config " + upper(package_name(package)) + "\n\tbool \"" + package.what + "\"\n" +
         (cores.empty() ? "" : "\tdepends on " + cores + "\n") +
         (package.math ? "\tselect REQUIRES_FULL_LIBC\n" : "") +
         (package.fpu ? "\tdepends on CPU_HAS_FPU\n\tselect FPU\n\timply FPU_SHARING\n" : "") +
         (package.cpp ? "\tdepends on CPP || CPLUSPLUS\n\tdepends on !STD_CPP98 && !STD_CPP11 && !STD_CPP14\n"
                      : "") +
         "\thelp\n\t  Include \"" + package.name + ".h\" and call " + package.entry + "().\n";
}

std::string zephyr_module(const Package& package) {
  return "name: " + package_name(package) + "\nbuild:\n  cmake: .\n  kconfig: Kconfig\n";
}

std::string pack_description(const Package& package, const std::vector<std::string>& headers) {
  std::string files, taken;
  const auto add = [&](const std::string& category, const std::string& path) {
    files += "        <file category=\"" + category + "\" name=\"" + path + "\"/>\n";
  };
  add("include", "./");
  add("header", package.name + ".h");
  for (const std::string& header : headers)
    if (header != package.name + ".h") add("header", header);
  for (const std::string& source : package.sources) {
    add(source.ends_with(".cc") ? "sourceCpp" : source.ends_with(".S") ? "sourceAsm" : "sourceC", source);
    if (source.starts_with("nook/"))
      taken += "#ifndef " + owner_macro(source) + "\n#define " + owner_macro(source) + " " +
               owner_number(package) + "\n#endif\n";
  }
  const PackageFacts& facts = package.facts;
  const std::string what = package.what, cores = pack_cores(*find_target(package.target));
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<package schemaVersion=\"1.7.7\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" "
         "xs:noNamespaceSchemaLocation=\"PACK.xsd\">\n"
         "  <vendor>nook</vendor>\n  <name>" +
         package.name + "</name>\n  <description>" + what + "</description>\n" + element("url", facts.url) +
         element("supportContact", facts.author) +
         (facts.license.empty() ? "" : element("license", kPackLicense)) +
         "  <releases>\n    <release version=\"" + package.version + "\">" + what +
         "</release>\n  </releases>\n" +
         (cores.empty() ? ""
                        : "  <conditions>\n    <condition id=\"cores\">\n" + cores +
                              "    </condition>\n  </conditions>\n") +
         "  <components>\n    <component Cclass=\"Machine Learning\" "
         "Cgroup=\"Model\" Csub=\"" +
         package.name + "\" Cversion=\"" + package.version + "\"" +
         (cores.empty() ? "" : " condition=\"cores\"") + ">\n      <description>" + what +
         "</description>\n      <RTE_Components_h>\n" + taken + "      </RTE_Components_h>\n      <files>\n" +
         files + "      </files>\n    </component>\n  </components>\n</package>\n";
}

std::string in_pack(const Package& package, const std::string& path, const std::string& content) {
  const std::string macro = owner_macro(path);
  return "#ifdef _RTE_\n#include \"RTE_Components.h\"\n#endif\n#if !defined(" + macro + ") || " + macro +
         " == " + owner_number(package) + "\n" + content +
         // A C file must not be empty; an assembly file may be.
         (path.ends_with(".S") ? "#endif\n"
                               : "#else\ntypedef char nook_is_compiled_in_another_pack;\n#endif\n");
}

void add_example(Package& package, const Program& program) {
  const std::string& n = package.network;
  const auto whole = [](const std::vector<bool>& in_scratch) {
    return std::ranges::find(in_scratch, false) != in_scratch.end();
  };
  const bool in = whole(program.input_in_scratch), out = whole(program.output_in_scratch);
  if (in) package.declared += "static " + n + "_input in;\n";
  if (out) package.declared += "static " + n + "_output out;\n";
  package.each = n + (program.hop.frames > 0 ? "_push(&" : "_run(&") + n + "_default_memory, " +
                 (in ? "&in" : "NULL") + ", " + (out ? "&out" : "NULL") + ")";
  package.waits = may_wait(program);
  if (!program.kept.empty()) package.once = n + "_reset(&" + n + "_default_memory)";
}

std::string example(const Package& package, Example kind) {
  const std::string& n = package.network;
  const bool once = !package.once.empty();
  const std::string begin = "/* Runs " + n + " once; fill in the inputs, read the outputs: " + n +
                            ".h has their types. */\n#include <" + package.name + ".h>\n\n" +
                            package.declared + "\n";
  if (kind == Example::kMain)
    return begin + "int main(void) {\n" + (once ? "  if (" + package.once + " != NOOK_OK) return 1;\n" : "") +
           (package.waits ? "  const nook_status status = " + package.each +
                                ";\n  return status == NOOK_OK || status == NOOK_NOT_READY ? 0 : 1;\n}\n"
                          : "  return " + package.each + " == NOOK_OK ? 0 : 1;\n}\n");
  return begin + "void setup() {\n  Serial.begin(115200);\n" + (once ? "  " + package.once + ";\n" : "") +
         "}\n\nvoid loop() {\n  const nook_status status = " + package.each +
         ";\n  Serial.println(static_cast<int>(status)); // NOOK_OK is 0" +
         (package.waits ? ", NOOK_NOT_READY 12" : "") + "\n  delay(1000);\n}\n";
}

}  // namespace nookc
