#include "nook/ops/reference/copy.h"
#include "nook/ops/slide_window/slide_window.h"

/* Not inlined: three copies of it would take more code than the calls. */
__attribute__((noinline)) static void copy(char* to, const char* from, int32_t bytes) {
  nook_copy_run(to, from, bytes);
}

void nook_slide_window_ref(const nook_slide_window* p, const void* ends, const void* begins, void* y,
                           void* scratch_memory) {
  const char *end = (const char*)ends, *begin = (const char*)begins;
  char* to = (char*)y;
  const int32_t kept = p->size - p->head - p->tail;
  (void)scratch_memory;
  for (int32_t i = 0; i < p->outer; ++i, to += p->size, end += p->tail) {
    copy(to + p->head, to + p->head + p->shift, kept);
    copy(to + p->size - p->tail, end, p->tail);
    if (p->head > 0) copy(to, begin, p->head), begin += p->head;
  }
}

int nook_slide_window_counted_ref(const nook_slide_window* p, const void* ends, const void* begins, void* y,
                                  void* state, void* scratch_memory) {
  int32_t* const runs = (int32_t*)state;
  nook_slide_window_ref(p, ends, begins, y, scratch_memory);
  /* A count out of range means that the application restored a state with other bytes. */
  *runs = *runs < 0 ? 1 : *runs < p->runs ? *runs + 1 : p->runs;
  return *runs < p->runs;
}
