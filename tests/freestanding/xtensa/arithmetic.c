/* The libgcc functions that kernels need; Debian has no libgcc for this core. */
#include <stdint.h>
int32_t __divsi3(int32_t a, int32_t b);
int32_t __divsi3(int32_t a, int32_t b) {
  uint32_t n = a < 0 ? 0u - (uint32_t)a : (uint32_t)a, d = b < 0 ? 0u - (uint32_t)b : (uint32_t)b, q = 0,
           r = 0;
  for (int i = 31; i >= 0; --i) {
    r = r << 1 | (n >> i & 1);
    q <<= 1;
    if (r >= d) r -= d, q |= 1;
  }
  return (a < 0) != (b < 0) ? (int32_t)(0u - q) : (int32_t)q;
}

typedef union {
  uint64_t all;
  struct {
    uint32_t low, high;
  } part;
} wide;
uint64_t __muldi3(uint64_t x, uint64_t y);
uint64_t __muldi3(uint64_t x, uint64_t y) {
  const wide a = {x}, b = {y};
  const uint32_t al = a.part.low & 0xffff, ah = a.part.low >> 16, bl = b.part.low & 0xffff,
                 bh = b.part.low >> 16;
  const uint32_t middle = ah * bl + (al * bl >> 16), other = al * bh + (middle & 0xffff);
  wide c;
  c.part.low = other << 16 | (al * bl & 0xffff);
  c.part.high =
      ah * bh + (middle >> 16) + (other >> 16) + a.part.low * b.part.high + a.part.high * b.part.low;
  return c.all;
}
