#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// What a .npy says of its elements.
struct NpyHeader {
  std::string descr;  // "<f4"; anything where elements are records
  bool fortran = false;
  std::vector<int64_t> shape;
};

// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }: a literal of Python, of which only this is
// read. Diag N4020.
Result<NpyHeader> parse_npy_header(std::string_view text, const std::string& file);

}  // namespace nookc
