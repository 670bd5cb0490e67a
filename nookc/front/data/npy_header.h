#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// The header of a .npy.
struct NpyHeader {
  std::string descr;  // "<f4"; unchecked: elements may be records
  bool fortran = false;
  std::vector<int64_t> shape;
};

// Parses {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }, a small subset of Python's literals.
// Diag N4020.
Result<NpyHeader> parse_npy_header(std::string_view text, const std::string& file);

}  // namespace nookc
