#pragma once
#include "nook/interpreter.h"

namespace nook::interp {

constexpr nook_interpreter_fault no_fault() {
  return {NOOK_OK, NOOK_ROLE_NONE, -1, -1, -1, -1, nullptr, 0, 0, 0, 0, 0, 0};
}

}  // namespace nook::interp
