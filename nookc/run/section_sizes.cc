#include "nookc/run/section_sizes.h"

#include <elf.h>

#include <cstring>
#include <optional>
#include <string_view>

#include "nookc/core/read_file.h"

namespace nookc {
namespace {

using Bytes = std::vector<std::byte>;

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

void count(SectionSizes& sizes, std::string_view name, uint64_t type, uint64_t flags, uint64_t bytes) {
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

template <class Header, class Section>
std::optional<SectionSizes> sum(const Bytes& file) {
  const auto header = load<Header>(file, 0);
  if (!header) return std::nullopt;
  const auto section = [&](uint64_t i) {
    return load<Section>(file, header->e_shoff + i * header->e_shentsize);
  };
  const auto names = section(header->e_shstrndx);
  if (!names) return std::nullopt;
  SectionSizes sizes;
  for (uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto s = section(i);
    if (!s) return std::nullopt;
    count(sizes, text_at(file, names->sh_offset + s->sh_name), s->sh_type, s->sh_flags, s->sh_size);
  }
  return sizes;
}

}  // namespace

Result<SectionSizes> section_sizes(const std::filesystem::path& path) {
  const Result<Bytes> file = read_file(path);
  if (!file) return file.diag();
  std::optional<SectionSizes> sizes;
  if (file->size() > EI_NIDENT && std::memcmp(file->data(), ELFMAG, SELFMAG) == 0) {
    const bool wide = static_cast<unsigned char>((*file)[EI_CLASS]) == ELFCLASS64;
    sizes = wide ? sum<Elf64_Ehdr, Elf64_Shdr>(*file) : sum<Elf32_Ehdr, Elf32_Shdr>(*file);
  }
  if (!sizes) return Diag{Exit::kInputOutput, "N4001", path.string(), "is no ELF file", {}};
  return *sizes;
}

}  // namespace nookc
