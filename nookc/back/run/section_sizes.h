#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "nookc/core/diag.h"

namespace nookc {

// Bytes of a linked program by kind, without the sections for a model's data (.nook_constants, .nook_scratch)
// and without the stack.
struct SectionSizes {
  int64_t text = 0, rodata = 0, data = 0, bss = 0;
};

// Reads a 32- or 64-bit little-endian ELF file. Diag N4001: it can't be read or is not an ELF file.
Result<SectionSizes> section_sizes(const std::filesystem::path& file);

// Addresses from `first` up to, but not including, `end`.
struct AddressRange {
  uint64_t first = 0, end = 0;
};

// The addresses of a section on the device; an empty range if the program has no section of that name. Diag
// as section_sizes().
Result<AddressRange> section_range(const std::filesystem::path& file, std::string_view name);

}  // namespace nookc
