#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <set>

#include "nookc/core/bytes.h"
#include "nookc/core/text.h"
#include "nookc/front/data/npy.h"

namespace nookc {
namespace {

using Reader = std::unique_ptr<archive, decltype(&archive_read_free)>;

constexpr std::string_view kEnd = ".npy";
constexpr int64_t kMostDeflated = 1032;  // the most bytes that one byte of a zip can decompress to
// Limits for all arrays together (docs/reliability.md): arrays that compress better are not worth the risk.
constexpr int64_t kAlways = int64_t{256} << 20, kMostTimes = 100;

Diag broken(const std::string& file, const std::string& what) {
  return {Exit::kInputOutput, "N4022", file, what, "write it with numpy.savez(), or copy it again"};
}

// Appends the content of the archive's member. False if it is damaged, or if the total exceeds the limit.
bool read_member(archive* zip, Bytes& to, int64_t& left) {
  std::byte buffer[1 << 16];
  for (;;) {
    const la_ssize_t count = archive_read_data(zip, buffer, sizeof buffer);
    if (count == 0) return true;
    if (count < 0 || (left -= count) < 0) return false;
    to.insert(to.end(), buffer, buffer + count);
  }
}

}  // namespace

Result<std::vector<NamedArray>> parse_npz(std::span<const std::byte> bytes, const std::string& file) {
  const Reader zip(archive_read_new(), archive_read_free);
  if (!zip || archive_read_support_format_zip(zip.get()) != ARCHIVE_OK ||
      archive_read_open_memory(zip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    return broken(file, "is not an .npz file");
  std::vector<NamedArray> arrays;
  std::set<std::string> names;
  const int64_t most =
      std::min(kMaxNpzBytes, std::max(kAlways, static_cast<int64_t>(bytes.size()) * kMostTimes));
  int64_t left = most;
  archive_entry* entry = nullptr;
  int status;
  while ((status = archive_read_next_header(zip.get(), &entry)) == ARCHIVE_OK) {
    const char* path = archive_entry_pathname(entry);
    const std::string name = path ? path : "";
    if (!name.ends_with(kEnd)) continue;
    const std::string shown = file + ": " + printable(name);
    const std::string own = name.substr(0, name.size() - kEnd.size());
    if (!names.insert(own).second) return broken(file, "has two arrays '" + printable(own) + "'");
    Bytes member;
    // Allocates the stated size only up to a possible size, because a file can state any size.
    const int64_t said = archive_entry_size(entry);
    const int64_t possible = std::min(left, static_cast<int64_t>(bytes.size()) * kMostDeflated);
    member.reserve(static_cast<size_t>(std::clamp<int64_t>(said, 0, possible)));
    if (!read_member(zip.get(), member, left))
      return broken(shown, left < 0 ? "the arrays have more than " + std::to_string(most) +
                                          " bytes: need at most 256 MiB, or " + std::to_string(kMostTimes) +
                                          " times the file up to 4 GiB"
                                    : "is damaged, cut off or encrypted");
    Result<Array> array = parse_npy(std::move(member), shown);
    if (!array) return array.diag();
    arrays.push_back({own, *std::move(array)});
  }
  if (status != ARCHIVE_EOF) return broken(file, "is not a .npz, or is damaged or cut off");
  if (arrays.empty()) return broken(file, "has no array");
  return arrays;
}

}  // namespace nookc
