#include "nook/model/builtin_names.h"

namespace nook {

const char* builtin_name(int32_t code) {
  switch (code) {
#define NOOK_BUILTIN(name, type, number) \
  case number:                           \
    return #name;
#include "nook/model/builtin_operators.inc"
#undef NOOK_BUILTIN
    default:
      return "UNKNOWN";
  }
}

}  // namespace nook
