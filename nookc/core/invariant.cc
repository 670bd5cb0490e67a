#include "nookc/core/invariant.h"

#include <cstdio>
#include <cstdlib>

namespace nookc {

void broken_invariant(const char* text, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: this invariant of nook is broken: %s\nplease report it with the model\n", file,
               line, text);
  std::abort();
}

}  // namespace nookc
