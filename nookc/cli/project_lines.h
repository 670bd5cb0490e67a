// The lines that a project needs to build a compiled model.
#pragma once
#include <string>
#include <vector>

namespace nookc {

struct Addition {
  std::string file;   // "CMakeLists.txt"
  std::string where;  // "before find_package(Zephyr)"
  std::vector<std::string> lines;
};

// The folder for nook compile -o, relative to the project: "components/nook_kws".
std::string package_folder(const std::string& format, const std::string& name);

// `program`: the program that the build makes; empty: not known.
std::vector<Addition> lines_to_add(const std::string& format, const std::string& name,
                                   const std::string& program);

}  // namespace nookc
