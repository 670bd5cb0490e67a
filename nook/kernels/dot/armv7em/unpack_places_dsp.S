/* nook_unpack_places_dsp(to, first, second, from): see unpack_places_dsp.h. */
#include "nook/kernels/asm/armv7em.inc"

to          .req r0
first       .req r1 /* the two pixels */
second      .req r2
place       .req r3
words_end   .req r8 /* end of their offsets */
places_end  .req lr
word        .req r12 /* offset of the next word */

/* Uses single loads and stores, which overlap; three consecutive loads overlap as well. */
function nook_unpack_places_dsp
  push   {r4, r5, r6, r7, r8, lr}
  ldmia  place!, {r8, lr} /* the number of words, of single bytes */
  add    words_end, place, words_end, lsl #2
  add    places_end, words_end, places_end, lsl #2
  cmp    place, words_end
  beq    2f
  ldr    word, [place], #4
1: /* next word */
  ldr    r4, [first, word]
  ldr    r5, [second, word]
  ldr    word, [place], #4
  sxtb16 r6, r4
  sxtb16 r7, r5
  str    r6, [to], #16
  sxtb16 r4, r4, ror #8
  str    r7, [to, #-12]
  sxtb16 r5, r5, ror #8
  str    r4, [to, #-8]
  str    r5, [to, #-4]
  cmp    place, words_end
  bls    1b
  subs   place, #4
2:
  cmp    place, places_end
  beq    4f
3: /* next two bytes */
  ldrd   r6, r7, [place], #8
  ldrsb  r4, [first, r6]
  ldrsb  r5, [second, r6]
  ldrsb  r6, [first, r7]
  ldrsb  r7, [second, r7]
  pkhbt  r4, r4, r6, lsl #16
  pkhbt  r5, r5, r7, lsl #16
  cmp    place, places_end
  stmia  to!, {r4, r5}
  bne    3b
4:
  pop    {r4, r5, r6, r7, r8, pc}
endfunction
