// The files that formats add to the sources.
#pragma once
#include <string>
#include <vector>

#include "nookc/package/description.h"

namespace nookc {

std::string makefile(const Package& package);
std::string arduino_properties(const Package& package);
std::string platformio_json(const Package& package);
std::string esp_idf_cmake(const Package& package);
std::string esp_idf_manifest(const Package& package);
std::string zephyr_cmake(const Package& package);
std::string zephyr_kconfig(const Package& package);
std::string zephyr_module(const Package& package);
std::string pack_description(const Package& package, const std::vector<std::string>& headers);

// A program that runs the model once, between `before` and `after`: setup() and loop() of Arduino, or main().
enum class Example { kArduino, kMain };
std::string example(const Package& package, Example kind);
// Those three of a compiled model.
void add_example(Package& package, const Program& program);

}  // namespace nookc
