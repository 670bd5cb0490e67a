#include "nook/ops/reference/copy.h"
#include "nook/ops/reshape/reshape.h"

/* Copies in descending order, for a destination that begins within the source: rows that a variable remembers
 * move towards the end of their window (keep_windows.h). Not inlined, because few models need it. */
static __attribute__((noinline)) void copy_backward(char* y, const char* x, int32_t bytes) {
  if (nook_in_words((uintptr_t)x | (uintptr_t)y, bytes)) {
    for (bytes -= 4; bytes >= 0; bytes -= 4) nook_copy_word(y + bytes, x + bytes);
  } else {
    for (--bytes; bytes >= 0; --bytes) y[bytes] = x[bytes];
  }
}

void nook_reshape_ref(const nook_reshape* p, const void* x, void* y, void* scratch_memory) {
  const uintptr_t from = (uintptr_t)x, to = (uintptr_t)y;
  (void)scratch_memory;
  if (to > from && to - from < (uintptr_t)p->bytes)
    copy_backward((char*)y, (const char*)x, p->bytes);
  else
    nook_copy_forward(y, x, p->bytes);
}
