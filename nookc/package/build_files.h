// The files that formats add to the sources. `sources` are all `.c` files, as paths below the folder of the
// build file.
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
std::string example(const Package& package, const Program& program, Example kind);

}  // namespace nookc
