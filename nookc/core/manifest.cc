#include "nookc/core/manifest.h"

#include <algorithm>
#include <string_view>

#include "nookc/core/read_file.h"

namespace nookc {
namespace {

constexpr std::string_view kHead =
    "# The files here that nook wrote, and their SHA-256: it replaces no others.\n";
constexpr size_t kDigest = 64;  // hexadecimal digits

// Escapes names like sha256sum: if a name contains a backslash or a newline, the line begins with a
// backslash.
std::string line(const std::string& digest, const std::string& name) {
  std::string escaped;
  for (const char c : name) escaped += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
  return (escaped == name ? "" : "\\") + digest + "  " + escaped + "\n";
}

std::string unescaped(std::string_view name) {
  std::string text;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool escape = name[i] == '\\' && i + 1 < name.size();
    text += !escape ? name[i] : name[++i] == 'n' ? '\n' : name[i];
  }
  return text;
}

}  // namespace

bool Manifest::lists(const std::string& name, const std::string& digest) const {
  const auto found = digests_.find(name);
  return found != digests_.end() && found->second.contains(digest);
}

Result<Manifest> Manifest::read(const std::filesystem::path& folder) {
  Manifest manifest;
  const std::filesystem::path file = folder / kName;
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, error))) return manifest;
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const auto damaged = [&] {
    return Diag{Exit::kInputOutput, "N4011", file.string(),
                "has the name of nook's list of files, but is not one",
                "move it away, or choose another folder"};
  };
  if (!text.starts_with(kHead)) return damaged();
  text.remove_prefix(kHead.size());
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return damaged();
    std::string_view row = text.substr(0, end);
    text.remove_prefix(end + 1);
    const bool escapes = row.starts_with('\\');
    if (escapes) row.remove_prefix(1);
    if (row.size() <= kDigest + 2 || row.substr(kDigest, 2) != "  ") return damaged();
    const std::string_view digest = row.substr(0, kDigest), name = row.substr(kDigest + 2);
    if (digest.find_first_not_of("0123456789abcdef") != std::string_view::npos) return damaged();
    manifest.add(escapes ? unescaped(name) : std::string(name), std::string(digest));
  }
  return manifest;
}

std::string Manifest::text() const {
  std::string text(kHead);
  for (const auto& [name, digests] : digests_)
    for (const std::string& digest : digests) text += line(digest, name);
  return text;
}

}  // namespace nookc
