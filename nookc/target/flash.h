// The flash that a program runs from, for estimates of cycles (docs/cycles.md).
#pragma once
#include <cstdint>
#include <string>

#include "nookc/core/diag.h"
#include "nookc/target/parts.h"

namespace nookc {

// Lines in its buffers need no wait states.
struct Flash {
  int wait_states = 5;  // for a line that is not in a buffer
  // line_bytes of the flash; buffer_bytes of the buffer for constants.
  int line_bytes = 16, buffer_bytes = 256;
  int code_line_bytes = 32, code_buffer_bytes = 1024;
};

// Parses "5", "5,16" or "5,16,256": wait states, bytes of a line, bytes of the data buffer. Omitted values
// have their defaults; for an empty text, the wait states are the part's, if it is not null and has some.
// Diag N2026.
Result<Flash> flash_of(const std::string& text, const Part* part);

}  // namespace nookc
