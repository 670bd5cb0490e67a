/* Eight dot products at once for Helium, with weights of 4 bits; dot_eight_s4_mve.h describes the packed
 * weights. */
#include "nook/kernels/asm/eight_outputs.inc"
#include "nook/kernels/dot/dot_job_offsets.inc"

lower  .req q2 /* the lower halves of the next weights */
next   .req q3
halves .req q6 /* 15 in each byte */

/* The frame. */
.equ frame_inputs_sum, 8 /* 8 times the sum of the pixel's inputs */

/* The next sixteen bytes of weights, and their lower halves. */
.macro load_pairs q
  vldrb.8    \q, [packed], #16
.endm
/* Adds the products of the inputs with the bytes of `q` to `both`, and with their lower halves to `low`.
 * Loads the next weights in between, because loads, multiplications and other instructions use three units.
 */
.macro multiply_pairs vmladav, both, low, q, following
  vand       lower, \q, halves
  \vmladav\().s8 \both, inputs, \q
  .ifnb \following
  load_pairs \following
  .endif
  \vmladav\().s8 \low, inputs, lower
.endm
.macro eight_pairs vmladav
  load_pairs weights0
  multiply_pairs \vmladav, r8, r0, weights0, next
  multiply_pairs \vmladav, r10, r2, next, weights0
  multiply_pairs \vmladav, r12, r4, weights0, next
  multiply_pairs \vmladav, lr, r6, next
.endm
/* For inputs_left. */
.macro sixteen_more
  vldrb.8    inputs, [x], #16
  eight_pairs vmladava
.endm

/* void nook_dot_eight_s4_mve(const nook_dot_job* job) */
function nook_dot_eight_s4_mve
  enter_frame frame_bytes, {d8, d9, d10, d11, d12, d13}
  mov        job, r0
  begin_pixels dot_job_x, dot_job_pixels, dot_job_low
  vmov.i8    halves, #15

.Lpixel:
  ldr        x, [sp, #frame_x]
  ldr        depth, [job, #dot_job_depth]
  movs       r0, #0
  dlstp.8    lr, depth
.Linputs:
  vldrb.8    inputs, [x], #16
  vaddva.s8  r0, inputs
  letp       lr, .Linputs
  lsls       r0, r0, #3
  str        r0, [sp, #frame_inputs_sum]
  begin_outputs dot_job_weights, dot_job_depth
  cmp        depth, #16
  blt        .Lshort
  vldrb.8    inputs, [x], #16
  eight_pairs vmladav
  subs       depth, #48
  blt        .Lrest
  inputs_left .Lrest, eight_pairs vmladava
.Lfinish_eight:
  collect_eight_sums
  ldr        r0, [sp, #frame_inputs_sum]
  vsub.i32   sums1, sums1, sums0
  vsub.i32   sums0, sums0, r0
  vshr.s32   sums1, sums1, #4
  bytes_of_eight dot_job_zero
  store_eight vstrb.32, 4

.Llast_four: /* one to four outputs, sixteen inputs at a time */
  begin_four dot_job_depth
.Lsixteen_of_four:
  vctp.8     depth
  vpst
  vldrbt.8   inputs, [x], #16
  load_pairs weights0
  multiply_pairs vmladava, r4, r0, weights0, next
  multiply_pairs vmladava, r6, r2, next
  subs       depth, #16
  bgt        .Lsixteen_of_four
  ldr        r8, [sp, #frame_inputs_sum]
  sub        r4, r4, r0
  sub        r6, r6, r2
  sub        r0, r0, r8
  sub        r2, r2, r8
  asrs       r4, r4, #4
  asrs       r6, r6, #4
  collect_four_sums
  bytes_of_four dot_job_zero
  sub        outputs, #4
.Lstore_rest: /* stores outputs + 4, at most four, of sums1 */
  store_last
.Lnext_pixel:
  ldrd       r1, r2, [sp, #frame_x]
  ldr        r4, [job, #dot_job_step]
  add        r1, r4
  subs       r2, #1
  strd       r1, r2, [sp, #frame_x]
  bne        .Lpixel
  leave_frame frame_bytes, {d8, d9, d10, d11, d12, d13}

.Lshort: /* fewer than sixteen inputs */
  vctp.8     depth
  vpst
  vldrbt.8   inputs, [x]
  eight_pairs vmladav
  b          .Lfinish_eight
endfunction
