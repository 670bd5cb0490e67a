/* The assembler code that unpacks a word of inputs; C99 with gcc or clang. */
#ifndef NOOK_KERNELS_ASM_UNPACK_WORD_DSP_H_
#define NOOK_KERNELS_ASM_UNPACK_WORD_DSP_H_

/* Bytes 0 and 2 of `even` become its halfwords, bytes 1 and 3 those of `odd`. */
#define NOOK_UNPACK(even, odd) \
  "sxtb16 " odd ", " even      \
  ", ror #8\n\t"               \
  "sxtb16 " even ", " even "\n\t"

#endif
