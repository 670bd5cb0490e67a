#ifndef NOOK_KERNELS_ASM_COPIES_DSP_H_
#define NOOK_KERNELS_ASM_COPIES_DSP_H_

/* An assembler error if the bytes from one label to the next are more or fewer than stated: the assembler
 * refuses to go back. Not every assembler can compare labels. */
#define NOOK_COPIES_ARE(from, to, said) \
  ".org " from " + " said               \
  "\n\t"                                \
  ".org " to " + (" to " - " from ") - " said "\n\t"

#endif
