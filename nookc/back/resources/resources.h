// The sources that the command carries with it: what may be compiled for a device (nook/) and the boards
// (ports/), so that it works without the source tree.
#pragma once
#include <optional>
#include <span>
#include <string_view>

namespace nookc {

struct Resource {
  std::string_view path;  // as in the source tree, "nook/ops/conv2d/s8_ref.c"
  std::string_view content;
};

// Sorted by path.
std::span<const Resource> resources();

// The content of the file of that path, or nothing.
std::optional<std::string_view> resource(std::string_view path);

// 24 hex digits of one digest of all of them, paths and contents; computed when nook is built.
std::string_view resources_digest();

}  // namespace nookc
