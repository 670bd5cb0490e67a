// The files that formats add to the sources. `sources` are all `.c` and `.cc` files, as paths below the
// folder of the build file.
#pragma once
#include <string>
#include <vector>

#include "nookc/emit/emit.h"

namespace nookc {

struct Package {
  std::string name;     // of the model, a prefix in C
  std::string version;  // of nook
  std::string target;   // name
  std::string flags;    // of a compiler for it, may be empty
  std::vector<std::string> sources;
  bool math = false;  // needs libm
  bool cpp = false;   // some sources are C++17, the interpreter's
  std::string what;   // "The neural network kws, compiled by nook 0.1.0 for cortex-m4"
  std::string entry;  // the function to call first
  // Of an example: what it declares, what it does once (may be empty), what it does for each inference.
  std::string declared, once, each;
};

std::string makefile(const Package& package);
std::string arduino_properties(const Package& package);
std::string platformio_json(const Package& package);
std::string esp_idf_cmake(const Package& package);
std::string esp_idf_manifest(const Package& package);
std::string zephyr_cmake(const Package& package);
std::string zephyr_kconfig(const Package& package);
std::string zephyr_module(const Package& package);
std::string pack_description(const Package& package, const std::vector<std::string>& headers);

// "nook_digits" for "digits": what libraries and symbols of configurations are called.
std::string package_name(const Package& package);

// A program that runs the model once, between `before` and `after`: setup() and loop() of Arduino, or main().
enum class Example { kArduino, kMain };
std::string example(const Package& package, Example kind);
// Those three of a compiled model.
void add_example(Package& package, const Program& program);

}  // namespace nookc
