// The flash that a program runs from, for estimates of cycles (docs/cycles.md).
#pragma once
#include <cstdint>
#include <string>

#include "nookc/core/diag.h"
#include "nookc/target/parts.h"

namespace nookc {

// Lines in its buffers cost nothing.
struct Flash {
  int wait_states = 5;                      // of a line that is not in a buffer
  int line_bytes = 16, buffer_bytes = 256;  // of data: constants
  int code_line_bytes = 32, code_buffer_bytes = 1024;
};

// "5", "5,16" or "5,16,256": wait states, bytes of a line, bytes of the buffer of data. Of what is not said,
// the default; of an empty text, the wait states of the part, which may be null or not say. Diag N2026.
Result<Flash> flash_of(const std::string& text, const Part* part);

}  // namespace nookc
