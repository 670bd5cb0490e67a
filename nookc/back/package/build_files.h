// The files that formats add to the sources.
#pragma once
#include <string>
#include <vector>

#include "nookc/back/package/description.h"

namespace nookc {

// The compilers that a Makefile for a target takes by default: "arm-none-eabi-"; empty: this machine's.
std::string tools_for(const std::string& target);
std::string makefile(const Package& package);
std::string arduino_properties(const Package& package);
std::string platformio_json(const Package& package);
std::string esp_idf_cmake(const Package& package);
std::string esp_idf_manifest(const Package& package);
std::string zephyr_cmake(const Package& package);
std::string zephyr_kconfig(const Package& package);
std::string zephyr_module(const Package& package);
// `schema` etc. as CMSIS-Pack 1.7 has them.
std::string pack_description(const Package& package, const std::vector<std::string>& headers);
// A source of nook as it is in a pack: where several packs have it, one of them compiles it.
// The file of a pack that has the license of its network.
inline constexpr const char* kPackLicense = "NETWORK_LICENSE";
std::string in_pack(const Package& package, const std::string& path, const std::string& content);

// A program that runs the model once, between `before` and `after`: setup() and loop() of Arduino, or main().
enum class Example { kArduino, kMain };
std::string example(const Package& package, Example kind);
// Those three of a compiled model.
void add_example(Package& package, const Program& program);

}  // namespace nookc
