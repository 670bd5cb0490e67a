// The samples of a recording, in place in the file.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct Recording {
  const int16_t* samples = nullptr;
  uint32_t count = 0;
  const char* error = nullptr;  // the reason if there are none
};

// Parses a .wav file at an even address: 16-bit PCM, one channel, `rate` samples per second.
Recording open_wav(const uint8_t* file, size_t bytes, uint32_t rate);
