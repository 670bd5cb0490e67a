// The files that formats add to the sources.
#pragma once
#include <string>
#include <vector>

#include "nookc/back/package/description.h"

namespace nookc {

std::string makefile(const Package& package);
std::string arduino_properties(const Package& package);
std::string platformio_json(const Package& package);
std::string esp_idf_cmake(const Package& package);
std::string esp_idf_manifest(const Package& package);
std::string zephyr_cmake(const Package& package);
std::string zephyr_kconfig(const Package& package);
std::string zephyr_module(const Package& package);
// `schema` etc. as defined by CMSIS-Pack 1.7.
std::string pack_description(const Package& package, const std::vector<std::string>& headers);
// in_pack() is a source of nook as it appears in a pack: if several packs contain it, only one of them
// compiles it. kPackLicense is the file with the license of the pack's network.
inline constexpr const char* kPackLicense = "NETWORK_LICENSE";
std::string in_pack(const Package& package, const std::string& path, const std::string& content);

// A program that runs the model once, between `before` and `after`: setup() and loop() of Arduino, or main().
enum class Example { kArduino, kMain };
std::string example(const Package& package, Example kind);
// Fills in the example of a compiled model: `declared`, `once` and `each`.
void add_example(Package& package, const Program& program);

}  // namespace nookc
