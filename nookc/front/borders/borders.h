#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/borders/strip.h"

namespace nookc {

// A .tflite whose inputs and outputs have the requested form, as far as its operators allow (strip.h). A
// model of uint8 operators becomes one of int8. Bytes that are not a model are returned unchanged: the reader
// that opens them reports the fault. Diags of rewire() and export_tflite().
Result<std::vector<std::byte>> change_borders(std::vector<std::byte> bytes, const std::string& file,
                                              const StripWish& wish, Stated* stated);

}  // namespace nookc
