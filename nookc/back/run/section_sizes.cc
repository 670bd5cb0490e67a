#include "nookc/back/run/section_sizes.h"

#include <elf.h>

#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "nookc/core/bytes.h"
#include "nookc/core/read_file.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

template <class T>
std::optional<T> load(const Bytes& file, uint64_t at) {
  if (at > file.size() || file.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

std::string_view text_at(const Bytes& file, uint64_t at) {
  if (at >= file.size()) return {};
  const char* first = reinterpret_cast<const char*>(file.data()) + at;
  return {first, strnlen(first, file.size() - at)};
}

struct Section {
  std::string_view name;
  uint64_t type, flags, address, bytes;
};

void count_section(SectionSizes& sizes, const Section& section) {
  const auto& [name, type, flags, address, bytes] = section;
  if (!(flags & SHF_ALLOC) || name == ".nook_constants" || name == ".nook_scratch" || name == ".stack")
    return;
  const auto size = static_cast<int64_t>(bytes);
  if (flags & SHF_EXECINSTR) {
    sizes.text += size;
  } else if (!(flags & SHF_WRITE)) {
    sizes.rodata += size;
  } else if (type == SHT_NOBITS) {
    sizes.bss += size;
  } else {
    sizes.data += size;
  }
}

template <class Header, class Row>
std::optional<std::vector<Section>> sections(const Bytes& file) {
  const auto header = load<Header>(file, 0);
  if (!header) return std::nullopt;
  const auto row = [&](uint64_t i) { return load<Row>(file, header->e_shoff + i * header->e_shentsize); };
  const auto names = row(header->e_shstrndx);
  if (!names) return std::nullopt;
  std::vector<Section> all;
  for (uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto s = row(i);
    if (!s) return std::nullopt;
    all.push_back(
        {text_at(file, names->sh_offset + s->sh_name), s->sh_type, s->sh_flags, s->sh_addr, s->sh_size});
  }
  return all;
}

// Section names are in `file`.
Result<std::vector<Section>> sections_of(const fs::path& path, const Bytes& file) {
  std::optional<std::vector<Section>> all;
  if (file.size() > EI_NIDENT && std::memcmp(file.data(), ELFMAG, SELFMAG) == 0) {
    const bool wide = static_cast<unsigned char>(file[EI_CLASS]) == ELFCLASS64;
    all = wide ? sections<Elf64_Ehdr, Elf64_Shdr>(file) : sections<Elf32_Ehdr, Elf32_Shdr>(file);
  }
  if (!all)
    return Diag{Exit::kInputOutput, "N4001", path.string(), "is not an ELF file",
                "remove it, and build again"};
  return *all;
}

}  // namespace

Result<SectionSizes> section_sizes(const fs::path& path) {
  const Result<Bytes> file = read_file(path);
  if (!file) return file.diag();
  const Result<std::vector<Section>> all = sections_of(path, *file);
  if (!all) return all.diag();
  SectionSizes sizes;
  for (const Section& section : *all) count_section(sizes, section);
  return sizes;
}

Result<AddressRange> section_range(const fs::path& path, std::string_view name) {
  const Result<Bytes> file = read_file(path);
  if (!file) return file.diag();
  const Result<std::vector<Section>> all = sections_of(path, *file);
  if (!all) return all.diag();
  for (const Section& section : *all)
    if (section.name == name) return AddressRange{section.address, section.address + section.bytes};
  return AddressRange{};
}

}  // namespace nookc
