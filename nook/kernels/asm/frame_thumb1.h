/* Functions in Thumb-1 assembly that use all registers: only the low ones can be pushed. */
#ifndef NOOK_KERNELS_ASM_FRAME_THUMB1_H_
#define NOOK_KERNELS_ASM_FRAME_THUMB1_H_

/* Saves r4 to r11 and lr, below which there are `bytes` more on the stack. r4 to r7 are lost. */
#define NOOK_ENTER_THUMB1(bytes)   \
  "push  {r4, r5, r6, r7, lr}\n\t" \
  "mov   r4, r8\n\t"               \
  "mov   r5, r9\n\t"               \
  "mov   r6, r10\n\t"              \
  "mov   r7, r11\n\t"              \
  "push  {r4, r5, r6, r7}\n\t"     \
  "sub   sp, #" #bytes "\n\t"

/* Restores them and returns. */
#define NOOK_LEAVE_THUMB1(bytes) \
  "add   sp, #" #bytes           \
  "\n\t"                         \
  "pop   {r4, r5, r6, r7}\n\t"   \
  "mov   r8, r4\n\t"             \
  "mov   r9, r5\n\t"             \
  "mov   r10, r6\n\t"            \
  "mov   r11, r7\n\t"            \
  "pop   {r4, r5, r6, r7, pc}\n\t"

#endif
