// The samples of a recording, where they are in the file.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct Recording {
  const int16_t* samples = nullptr;
  uint32_t count = 0;
  const char* error = nullptr;  // why there are none
};

// A .wav file at an even address: 16-bit PCM, one channel, `rate` samples a second.
Recording open_wav(const uint8_t* file, size_t bytes, uint32_t rate);
