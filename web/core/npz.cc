// Reads an .npz whose members are stored: JavaScript, which has a decompressor, unpacked them.
#include <cstdint>
#include <set>
#include <string_view>

#include "nookc/core/bytes.h"
#include "nookc/core/text.h"
#include "nookc/front/data/npy.h"

namespace nookc {
namespace {

constexpr std::string_view kEnd = ".npy";
constexpr size_t kHeader = 30;  // bytes of a member's header before its name
constexpr uint32_t kMember = 0x04034b50;

Diag broken(const std::string& file, const std::string& what) {
  return {Exit::kInputOutput, "N4022", file, what, "write it with numpy.savez(), or copy it again"};
}

uint32_t number(std::span<const std::byte> bytes, size_t at, size_t size) {
  uint32_t value = 0;
  for (size_t i = 0; i < size; ++i) value |= std::to_integer<uint32_t>(bytes[at + i]) << (8 * i);
  return value;
}

}  // namespace

Result<std::vector<NamedArray>> parse_npz(std::span<const std::byte> bytes, const std::string& file) {
  std::vector<NamedArray> arrays;
  std::set<std::string> names;
  while (bytes.size() > kHeader && number(bytes, 0, 4) == kMember) {
    const size_t stored = number(bytes, 18, 4), name_bytes = number(bytes, 26, 2);
    const size_t start = kHeader + name_bytes + number(bytes, 28, 2);
    if (number(bytes, 8, 2) != 0 || start > bytes.size() || stored > bytes.size() - start)
      return broken(file, "is compressed, damaged or cut off");
    const std::string name(reinterpret_cast<const char*>(bytes.data()) + kHeader, name_bytes);
    const auto member = bytes.subspan(start, stored);
    bytes = bytes.subspan(start + stored);
    if (!name.ends_with(kEnd)) continue;
    const std::string own = name.substr(0, name.size() - kEnd.size());
    if (!names.insert(own).second) return broken(file, "has two arrays '" + printable(own) + "'");
    Result<Array> array = parse_npy({member.begin(), member.end()}, file + ": " + printable(name));
    if (!array) return array.diag();
    arrays.push_back({own, *std::move(array)});
  }
  if (arrays.empty()) return broken(file, "has no array");
  return arrays;
}

}  // namespace nookc
