// Links each operator alone with the sources that an interpreter folder has for it, all of them and as a
// whole: some build systems keep each object of a library.
#include <set>

#include "nookc/back/interpreter_export/resolver_file.h"
#include "nookc/back/resources/resources.h"
#include "nookc/target/target.h"
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

std::string flat(std::string path) {
  std::ranges::replace(path, '/', '_');
  return path + ".o";
}

// A program that keeps every kernel of the operator.
std::string program_of(const nook::OpRow& row) {
  const std::string folder = row.folder, type = std::string("nook::") + row.name;
  std::string forms;
  for (size_t i = 0; i < row.forms.size(); ++i)
    forms += ", nook::FormAt<" + type + ", " + std::to_string(i) + ">";
  return "#include \"nook/interp/resolver.h\"\n#include \"nook/ops/" + folder + "/" + folder +
         "_op.h\"\nnamespace { constexpr nook::OpEntry kOps[] = {nook::row_op_entry<" + type + forms +
         ">()}; }\nextern \"C\" const nook_resolver resolver = {kOps, 1};\n"
         "int main() { return nook_interpreter_init(nullptr, nullptr, 0, &resolver, nullptr, nullptr, "
         "nullptr); }\n";
}

}  // namespace

// Compiles the whole runtime once, so only with NOOK_TEST_ALL=1.
TEST(every_operator_links_with_its_own_sources) {
  if (!std::getenv("NOOK_TEST_ALL") || !have("cc") || !have("c++")) return;
  const Target& host = *find_target("host");
  Folder folder;
  Files files;
  for (const Resource& file : resources())
    if (file.path.starts_with("nook/")) files.push_back({std::string(file.path), std::string(file.content)});
  std::set<std::string> sources;
  for (const nook::OpRowOf row : nook::op_rows()) {
    for (const std::string& path : sources_of_operators({row().code}, host)) sources.insert(path);
    files.push_back({std::string(row().folder) + "_main.cc", program_of(row())});
  }
  std::string makefile = "all:";
  const std::string flags =
      " -O0 -ffunction-sections -fdata-sections -fno-exceptions -fno-rtti -I. -c $< -o $@\n";
  std::string rules;
  for (const std::string& path : sources) {
    makefile += " " + flat(path);
    rules += flat(path) + ": " + path + "\n\t" + (path.ends_with(".c") ? "cc -std=c99" : "c++ -std=c++17") +
             (path.ends_with(".c") ? " -O0 -ffunction-sections -fdata-sections -I. -c $< -o $@\n" : flags);
  }
  for (const nook::OpRowOf row : nook::op_rows()) {
    const std::string name = row().folder;
    std::string objects;
    for (const std::string& path : sources_of_operators({row().code}, host)) objects += " " + flat(path);
    makefile += " " + name + "_program";
    rules += name + "_program: " + name + "_main.cc" + objects + "\n\tc++ -std=c++17 -I. $^ -lm -o $@\n";
  }
  files.push_back({"Makefile", makefile + "\n" + rules});
  folder.write(files);
  EXPECT(folder.runs("make -k -s -j2"));
}
