/* nook_softmax_most_mve(x, depth) and the other functions of rows_mve.h. */
#include "nook/kernels/asm/helium.inc"

x       .req r0
y       .req r1
depth   .req r2
powers  .req r3
inverse .req r4
right   .req r5
limit   .req r6
least   .req r7

function nook_softmax_most_mve
  push       {r4, lr}
  mvn        r2, #127
  wlstp.8    lr, r1, 2f
1:
  vldrb.8    q0, [x], #16
  vmaxv.s8   r2, q0
  letp       lr, 1b
2:
  mov        r0, r2
  pop        {r4, pc}
endfunction

/* nook_softmax_terms_mve(x, count, powers) */
function nook_softmax_terms_mve
  push       {r4, lr}
  vmov.i32   q2, #0
  wlstp.32   lr, r1, 2f
1:
  vldrb.s32  q0, [x], #4
  vldrw.u32  q1, [r2, q0, uxtw #2]
  vrshr.u32  q1, q1, #12
  vadd.i32   q2, q2, q1
  letp       lr, 1b
2:
  vaddv.u32  r0, q2
  pop        {r4, pc}
endfunction

/* A row, whose four results `store` stores from q1. */
.macro divide store:vararg
  push       {r4, r5, r6, r7, lr}
  ldr        r12, [sp, #20]
  ldmia      r12, {inverse, right, limit, least}
  vdup.32    q2, limit
  wlstp.32   lr, depth, 2f
1:
  vldrb.s32  q0, [x], #4
  vldrw.u32  q1, [powers, q0, uxtw #2]
  vqrdmulh.s32 q1, q1, inverse
  vrshl.s32  q1, right
  vmin.s32   q1, q1, q2
  vadd.i32   q1, q1, least
  \store
  letp       lr, 1b
2:
  pop        {r4, r5, r6, r7, pc}
.endm

function nook_softmax_divide_s8_mve
  divide     vstrb.32 q1, [y], #4
endfunction

function nook_softmax_divide_s16_mve
  divide     vstrh.32 q1, [y], #8
endfunction
