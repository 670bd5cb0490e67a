#include "examples/microphone/wav.h"

#include <string.h>

namespace {

uint32_t word(const uint8_t* at) { return at[0] | at[1] << 8 | at[2] << 16 | uint32_t{at[3]} << 24; }
uint32_t half(const uint8_t* at) { return static_cast<uint32_t>(at[0] | at[1] << 8); }

Recording refused(const char* why) {
  Recording none;
  none.error = why;
  return none;
}

}  // namespace

Recording open_wav(const uint8_t* file, size_t bytes, uint32_t rate) {
  if (bytes < 12 || memcmp(file, "RIFF", 4) != 0 || memcmp(file + 8, "WAVE", 4) != 0)
    return refused("this is no .wav file");
  bool fits = false;
  for (size_t at = 12; at + 8 <= bytes;) {
    const uint8_t* const chunk = file + at;
    const size_t size = word(chunk + 4), rest = bytes - at - 8;
    if (memcmp(chunk, "fmt ", 4) == 0 && size >= 16 && rest >= 16)
      fits =
          half(chunk + 8) == 1 && half(chunk + 10) == 1 && word(chunk + 12) == rate && half(chunk + 22) == 16;
    if (memcmp(chunk, "data", 4) == 0) {
      if (!fits) return refused("need 16-bit PCM, one channel, 16000 samples a second");
      Recording found;
      found.samples = reinterpret_cast<const int16_t*>(chunk + 8);
      found.count = static_cast<uint32_t>((size < rest ? size : rest) / 2);
      return found;
    }
    if (size > rest) break;
    at += 8 + size + size % 2;
  }
  return refused("the file ends before its samples");
}
