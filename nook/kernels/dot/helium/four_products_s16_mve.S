/* Four dot products of int16 with 64-bit sums for Helium; four_products_s16_mve.h describes them. In
 * assembly, because compilers do not keep the sums and their pointers in registers. */
#include "nook/kernels/asm/helium.inc"

a_in .req r0
b_in .req r1
sums .req r12

/* void nook_four_products_s16_mve(const int16_t* a, const int16_t* b, int32_t eights, int64_t* sums) */
function nook_four_products_s16_mve
  save_registers
  mov        sums, r3
  dls        lr, r2
  movs       r4, #0
  movs       r5, #0
  movs       r6, #0
  movs       r7, #0
  mov        r8, r4
  mov        r9, r4
  mov        r10, r4
  mov        r11, r4
.Leight_elements:
  vldrh.u16  q0, [a_in], #16
  vldrh.u16  q1, [b_in], #16
  vldrh.u16  q2, [b_in], #16
  vmlaldava.s16 r4, r5, q0, q1
  vldrh.u16  q1, [b_in], #16
  vmlaldava.s16 r6, r7, q0, q2
  vldrh.u16  q2, [b_in], #16
  vmlaldava.s16 r8, r9, q0, q1
  vmlaldava.s16 r10, r11, q0, q2
  le         lr, .Leight_elements
  stmia      sums, {r4, r5, r6, r7, r8, r9, r10, r11}
  restore_registers_and_return
endfunction
