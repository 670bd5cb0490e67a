#pragma once
#include <stdint.h>

#include "nook/core/status.h"

namespace nook {

// The rows of reasons.inc.
enum class Reason : uint8_t {
#define NOOK_REASON(name, code, text) name,
#include "nook/core/reasons.inc"
#undef NOOK_REASON
};

constexpr Code code_of(Reason reason) {
  switch (reason) {
#define NOOK_REASON(name, code, text) \
  case Reason::name:                  \
    return Code::code;
#include "nook/core/reasons.inc"
#undef NOOK_REASON
  }
  return Code::kUnsupported;
}

// Describes one rejection: the reason, the operand, and the needed and actual values. 16 bytes, no strings.
struct Refusal {
  Reason reason = Reason::kNone;
  int8_t operand = 0;  // index of the input; outputs are numbered from kFirstOutput
  int32_t need = 0, have = 0;
};

constexpr int8_t kFirstOutput = 64;

}  // namespace nook
