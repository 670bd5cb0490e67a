/* Operations on bytes for cores with DSP instructions. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_BYTES_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_BYTES_DSP_H_

#include <stdint.h>
#include <string.h>

/* Defines `name`(a, b), one instruction whose result is %0, with operands a, %1, and b, %2. */
#define NOOK_OF_TWO_WORDS(name, instruction)            \
  static inline uint32_t name(uint32_t a, uint32_t b) { \
    uint32_t result;                                    \
    __asm(instruction : "=r"(result) : "r"(a), "r"(b)); \
    return result;                                      \
  }

static inline uint32_t nook_load_word(const void* from) {
  uint32_t word;
  memcpy(&word, from, sizeof word);
  return word;
}

/* Adds bytes 0 and 2 of b to the halves of a; and bytes 1 and 3. */
NOOK_OF_TWO_WORDS(nook_even_bytes, "sxtab16 %0, %1, %2")
NOOK_OF_TWO_WORDS(nook_odd_bytes, "sxtab16 %0, %1, %2, ror #8")
static inline uint32_t nook_even_bytes_alone(uint32_t x) {
  uint32_t halves;
  __asm("sxtb16 %0, %1" : "=r"(halves) : "r"(x));
  return halves;
}
static inline uint32_t nook_odd_bytes_alone(uint32_t x) {
  uint32_t halves;
  __asm("sxtb16 %0, %1, ror #8" : "=r"(halves) : "r"(x));
  return halves;
}

/* Adds both halves of a word to `sum`. */
static inline int32_t nook_add_halves(uint32_t halves, int32_t sum) {
  __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(halves), "r"(0x10001u));
  return sum;
}

/* Four bytes, after adding the low half of a word to each. */
typedef struct nook_four_halves {
  uint32_t even, odd;
} nook_four_halves;

static inline uint32_t nook_both_halves(int32_t x) { return ((uint32_t)x & 0xffffu) * 0x10001u; }
static inline nook_four_halves nook_load_halves(const int8_t* x, uint32_t plus) {
  const uint32_t four = nook_load_word(x);
  const nook_four_halves halves = {nook_even_bytes(plus, four), nook_odd_bytes(plus, four)};
  return halves;
}

/* The larger, or the smaller, of each pair of bytes: a subtraction sets the flags, a selection uses them. */
static inline uint32_t nook_larger_bytes(uint32_t a, uint32_t b) {
  uint32_t difference;
  __asm("ssub8 %1, %0, %2\n\tsel %0, %0, %2" : "+r"(a), "=&r"(difference) : "r"(b));
  return a;
}
static inline uint32_t nook_smaller_bytes(uint32_t a, uint32_t b) {
  uint32_t difference;
  __asm("ssub8 %1, %0, %2\n\tsel %0, %2, %0" : "+r"(a), "=&r"(difference) : "r"(b));
  return a;
}
/* Combines the low bytes of four words to one word. */
static inline uint32_t nook_four_bytes(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  __asm("bfi %0, %1, #8, #8" : "+r"(a) : "r"(b));
  __asm("bfi %0, %1, #16, #8" : "+r"(a) : "r"(c));
  __asm("bfi %0, %1, #24, #8" : "+r"(a) : "r"(d));
  return a;
}
static inline uint32_t nook_all_bytes(int32_t x) { return (uint32_t)(x & 0xff) * 0x01010101u; }

/* Clamps every byte of y to [low, high], for fused activations with a smaller range than int8. */
void nook_clamp_bytes_dsp(int8_t* y, int32_t size, int32_t low, int32_t high);

#endif
