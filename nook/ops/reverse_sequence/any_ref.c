#include <string.h>

#include "nook/ops/reverse_sequence/reverse_sequence.h"

static int32_t length_of(const nook_reverse_sequence* p, const void* lengths, int32_t sequence) {
  const int32_t most = p->sequences_first ? p->second : p->first;
  int64_t length;
  int32_t narrow;
  if (p->bytes_of_a_length == 8) {
    memcpy(&length, (const char*)lengths + 8 * sequence, sizeof length);
  } else {
    memcpy(&narrow, (const char*)lengths + 4 * sequence, sizeof narrow);
    length = narrow;
  }
  return length < 0 ? 0 : length > most ? most : (int32_t)length;
}

void nook_reverse_sequence_ref(const nook_reverse_sequence* p, const void* x, const void* lengths, void* y,
                               void* scratch_memory) {
  (void)scratch_memory;
  const char* from = (const char*)x;
  char* to = (char*)y;
  const int32_t block = p->first * p->between * p->second * p->run;
  for (int32_t n = 0; n < p->outer; ++n, from += block)
    for (int32_t i = 0; i < p->first; ++i)
      for (int32_t k = 0; k < p->between; ++k)
        for (int32_t j = 0; j < p->second; ++j, to += p->run) {
          const int32_t place = p->sequences_first ? j : i;
          const int32_t length = length_of(p, lengths, p->sequences_first ? i : j);
          const int32_t there = place < length ? length - 1 - place : place;
          const int32_t in_first = p->sequences_first ? i : there, in_second = p->sequences_first ? there : j;
          memcpy(to, from + ((in_first * p->between + k) * p->second + in_second) * p->run, (size_t)p->run);
        }
}
