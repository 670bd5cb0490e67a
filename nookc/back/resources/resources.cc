#include "nookc/back/resources/resources.h"

#include <algorithm>
#include <iterator>
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

struct FactsRow {
  std::string_view includes, defines, names;  // words with a space between them
  bool math, calls_reference;
};

constexpr FactsRow kFacts[] = {
#define NOOK_FACTS(includes, defines, names, math, reference) {includes, defines, names, math, reference},
#include "resource_facts.inc"
#undef NOOK_FACTS
};
static_assert(std::size(kFacts) == std::size(kFiles), "a row for each file");

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

constexpr std::string_view kDigest =
#include "resource_digest.inc"
    ;

}  // namespace

std::span<const Resource> resources() {
  static const std::vector<Resource> all = [] {
    std::vector<Resource> made;
    for (size_t i = 0; i < std::size(kFiles); ++i) {
      const FileRow& row = kFiles[i];
      const FactsRow& facts = kFacts[i];
      made.push_back({row.path,
                      {row.begin, static_cast<size_t>(row.end - row.begin)},
                      words_of(facts.includes),
                      words_of(facts.defines),
                      words_of(facts.names),
                      facts.math,
                      facts.calls_reference});
    }
    return made;
  }();
  return all;
}

const Resource* find_resource(std::string_view path) {
  const auto all = resources();
  const auto at = std::ranges::lower_bound(all, path, {}, &Resource::path);
  return at == all.end() || at->path != path ? nullptr : &*at;
}

std::optional<std::string_view> resource(std::string_view path) {
  const Resource* const file = find_resource(path);
  return file ? std::optional(file->content) : std::nullopt;
}

bool is_source(std::string_view path) {
  return path.ends_with(".c") || path.ends_with(".cc") || path.ends_with(".S");
}

std::string_view resources_digest() { return kDigest; }

}  // namespace nookc
