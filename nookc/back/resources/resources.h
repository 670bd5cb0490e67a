// The sources that are embedded in the command so that it works without the source tree: those that may be
// compiled for a device (nook/), and the boards (ports/).
#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace nookc {

struct Resource {
  std::string_view path;  // path in the source tree, "nook/ops/conv2d/s8_ref.c"
  std::string_view content;

  // Noted when nook is built (facts.cmake), so that nothing searches the content.
  std::vector<std::string_view> includes;  // headers of nook
  std::vector<std::string_view> defines;   // kernels, in C and assembly
  std::vector<std::string_view> names;     // kernels that the C++ of a family may name, and other words
  bool math = false;                       // it includes <math.h>
  bool calls_reference = false;            // it calls a reference kernel, its own or another's
};

// Sorted by path.
std::span<const Resource> resources();

// The file of that path, or null.
const Resource* find_resource(std::string_view path);
// Its content, or nothing.
std::optional<std::string_view> resource(std::string_view path);

// Whether a build compiles a file (C, C++ or assembly); the others are included.
bool is_source(std::string_view path);

// A digest of all files, paths and contents, in 24 hex digits; computed when nook is built.
std::string_view resources_digest();

}  // namespace nookc
