/* The last samples of a signal, kept between calls, the oldest first. */
#ifndef NOOK_OPS_REFERENCE_HISTORY_H_
#define NOOK_OPS_REFERENCE_HISTORY_H_

#include <stdint.h>
#include <string.h>

/* y: the first `count` samples of the history followed by x. */
static inline void nook_history_read(const int16_t* history, int32_t length, const int16_t* x, int16_t* y,
                                     int32_t count) {
  const int32_t old = count < length ? count : length;
  for (int32_t i = 0; i < old; ++i) y[i] = history[i];
  for (int32_t i = old; i < count; ++i) y[i] = x[i - old];
}

/* Updates the history with `count` samples of x. */
static inline void nook_history_add(int16_t* history, int32_t length, const int16_t* x, int32_t count) {
  const int32_t stays = length > count ? length - count : 0;
  for (int32_t i = 0; i < stays; ++i) history[i] = history[i + count];
  for (int32_t i = stays; i < length; ++i) history[i] = x[count - length + i];
}

#endif
