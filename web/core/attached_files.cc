#include "web/core/attached_files.h"

#include <algorithm>
#include <map>
#include <set>

#include "nookc/core/read_file.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::vector<std::byte>>& attached() {
  static std::map<std::string, std::vector<std::byte>> files;
  return files;
}

Diag missing(const fs::path& path) {
  std::vector<std::string> have;
  for (const auto& [name, content] : attached()) have.push_back("'" + printable(name) + "'");
  return {Exit::kInputOutput, "N4001", path.empty() ? "''" : path.string(),
          "is not among the files given here",
          have.empty() ? "give it along with the model" : "given: " + join_text(have)};
}

std::string below(const fs::path& folder) { return folder.lexically_normal().string() + "/"; }

}  // namespace

Result<std::vector<std::byte>> read_file(const fs::path& path) {
  const auto found = attached().find(path.string());
  if (found == attached().end()) return missing(path);
  return found->second;
}

bool is_folder(const fs::path& path) {
  const auto next = attached().lower_bound(below(path));
  return next != attached().end() && next->first.starts_with(below(path));
}

Result<std::vector<fs::path>> list_folder(const fs::path& folder) {
  std::set<fs::path> names;
  const std::string start = below(folder);
  for (const auto& [name, content] : attached())
    if (name.starts_with(start)) names.insert(folder / *fs::path(name.substr(start.size())).begin());
  return std::vector<fs::path>(names.begin(), names.end());
}

std::optional<int64_t> stated_size(const fs::path& file) {
  const auto found = attached().find(file.string());
  if (found == attached().end()) return std::nullopt;
  return static_cast<int64_t>(found->second.size());
}

bool reads_again(const fs::path&) { return true; }

Result<FilePart> read_part_below(const fs::path& folder, const fs::path& name, int64_t offset, int64_t size) {
  const Result<std::vector<std::byte>> whole = read_file((folder / name).lexically_normal());
  if (!whole) return whole.diag();
  const int64_t have = static_cast<int64_t>(whole->size());
  if (offset < 0 || size < 0 || offset > have || size > have - offset)
    return Diag{Exit::kInputOutput, "N4001", name.string(),
                "has " + std::to_string(have) + " bytes, need " + std::to_string(size) + " at byte " +
                    std::to_string(offset),
                "copy or download the file again"};
  const auto first = whole->begin() + static_cast<std::ptrdiff_t>(offset);
  return FilePart{{first, first + static_cast<std::ptrdiff_t>(size)}, have};
}

}  // namespace nookc

namespace nookc::web {

Attached::Attached() { attached().clear(); }
Attached::~Attached() { attached().clear(); }

void Attached::add(const std::string& path, std::vector<std::byte> content) {
  attached()[path] = std::move(content);
}

std::vector<std::string> Attached::names() const {
  std::vector<std::string> all;
  for (const auto& [path, content] : attached()) all.push_back(path);
  return all;
}

Result<std::vector<std::byte>> read_external(const std::string& name, int64_t offset, int64_t size) {
  Result<FilePart> part = read_part_below({}, name, offset, size);
  if (part) return std::move(part->bytes);
  return Diag{
      Exit::kUnsupported, "N3032", name, part.diag().what,
      "give it along with the model, or keep the weights in the model: onnx.save(model, file) without "
      "save_as_external_data"};
}

}  // namespace nookc::web
