// The size of a linked program by the kinds of its sections: for ELF files that are created here, with 32 and
// 64 bits.
#include "nookc/back/run/section_sizes.h"

#include <elf.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <vector>

#include "tests/test.h"

namespace {

using namespace nookc;

struct Made {
  const char* name;
  uint32_t type, flags;
  uint32_t bytes, address;
};

// Sizes are powers of two, so that each sum tells which sections are in it.
constexpr Made kSections[] = {
    {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 1, 0x1000},
    {".text.fast", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR | SHF_WRITE, 2, 0x2000},
    {".rodata", SHT_PROGBITS, SHF_ALLOC, 4, 0x3000},
    {".eh_frame", SHT_PROGBITS, SHF_ALLOC, 8, 0x4000},
    {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 16, 0x5000},
    {".data.more", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 32, 0x6000},
    {".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 64, 0x7000},
    {".noinit", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 128, 0x8000},
    {".nook_constants", SHT_PROGBITS, SHF_ALLOC, 256, 0x9000},
    {".nook_scratch", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 512, 0xA000},
    {".stack", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 1024, 0xB000},
    {".debug_info", SHT_PROGBITS, 0, 2048, 0},
    {".debug_line", SHT_PROGBITS, SHF_WRITE, 4096, 0},
};

template <class T>
void append(std::vector<char>& file, const T& value) {
  const char* bytes = reinterpret_cast<const char*>(&value);
  file.insert(file.end(), bytes, bytes + sizeof value);
}

template <class Header, class Row>
std::vector<char> elf(unsigned char width) {
  std::string names(1, '\0');
  std::vector<Row> rows(1);
  for (const Made& s : kSections) {
    Row row = {};
    row.sh_name = static_cast<uint32_t>(names.size()), row.sh_type = s.type, row.sh_flags = s.flags;
    row.sh_addr = s.address, row.sh_size = s.bytes;
    rows.push_back(row);
    names += s.name + std::string(1, '\0');
  }
  Row table = {};
  table.sh_type = SHT_STRTAB, table.sh_offset = sizeof(Header),
  table.sh_size = static_cast<uint32_t>(names.size());
  rows.push_back(table);
  Header header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = width, header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_shoff = static_cast<uint32_t>(sizeof(Header) + names.size()), header.e_shentsize = sizeof(Row);
  header.e_shnum = static_cast<uint16_t>(rows.size());
  header.e_shstrndx = static_cast<uint16_t>(rows.size() - 1);
  std::vector<char> file;
  append(file, header);
  file.insert(file.end(), names.begin(), names.end());
  for (const Row& row : rows) append(file, row);
  return file;
}

std::vector<char> elf_of(bool wide) {
  return wide ? elf<Elf64_Ehdr, Elf64_Shdr>(ELFCLASS64) : elf<Elf32_Ehdr, Elf32_Shdr>(ELFCLASS32);
}

// A file that is removed when the test ends.
struct OnDisk {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("nook_sections_" + std::to_string(getpid()));
  explicit OnDisk(const std::vector<char>& bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  ~OnDisk() { std::filesystem::remove(path); }
};

TEST(the_flags_of_a_section_decide_how_it_counts) {
  for (const bool wide : {false, true}) {
    const OnDisk file(elf_of(wide));
    const Result<SectionSizes> sizes = section_sizes(file.path);
    EXPECT(sizes);
    if (!sizes) continue;
    EXPECT_EQ(sizes->text, 1 + 2);
    EXPECT_EQ(sizes->rodata, 4 + 8);
    EXPECT_EQ(sizes->data, 16 + 32);
    EXPECT_EQ(sizes->bss, 64 + 128);
  }
}

TEST(a_section_has_the_addresses_of_its_bytes) {
  for (const bool wide : {false, true}) {
    const OnDisk file(elf_of(wide));
    for (const Made& s : kSections) {
      const Result<AddressRange> range = section_range(file.path, s.name);
      EXPECT(range && range->first == s.address && range->end == uint64_t{s.address} + s.bytes);
    }
    const Result<AddressRange> none = section_range(file.path, ".tex");
    EXPECT(none && none->first == 0 && none->end == 0);
  }
}

TEST(a_truncated_elf_file_is_refused) {
  for (const bool wide : {false, true}) {
    const std::vector<char> whole = elf_of(wide);
    for (size_t size = 0; size < whole.size(); ++size) {
      const OnDisk file(std::vector<char>(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
      const Result<SectionSizes> sizes = section_sizes(file.path);
      EXPECT(!sizes && std::string(sizes.diag().code) == "N4001");
      EXPECT(!section_range(file.path, ".text"));
    }
  }
  EXPECT(!section_sizes("/nowhere"));
}

}  // namespace
