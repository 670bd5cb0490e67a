#include "nookc/back/resources/resources.h"

#include <algorithm>
#include <vector>

#include "resource_symbols.inc"

namespace nookc {
namespace {

struct FileRow {
  const char *path, *begin, *end;
};

// A table, not statements: compilers take seconds for a vector that is initialized from a thousand views.
constexpr FileRow kFiles[] = {
#define NOOK_RESOURCE(path, begin, end) {path, begin, end},
#include "resource_rows.inc"
#undef NOOK_RESOURCE
};

constexpr std::string_view kDigest =
#include "resource_digest.inc"
    ;

}  // namespace

std::span<const Resource> resources() {
  static const std::vector<Resource> all = [] {
    std::vector<Resource> made;
    for (const FileRow& row : kFiles)
      made.push_back({row.path, {row.begin, static_cast<size_t>(row.end - row.begin)}});
    return made;
  }();
  return all;
}

std::optional<std::string_view> resource(std::string_view path) {
  const auto all = resources();
  const auto at = std::ranges::lower_bound(all, path, {}, &Resource::path);
  if (at == all.end() || at->path != path) return std::nullopt;
  return at->content;
}

bool is_source(std::string_view path) {
  return path.ends_with(".c") || path.ends_with(".cc") || path.ends_with(".S");
}

std::string_view resources_digest() { return kDigest; }

}  // namespace nookc
