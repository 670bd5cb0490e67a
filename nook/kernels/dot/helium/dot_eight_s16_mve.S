/* Eight dot products of int16 at once for Helium; dot_eight_s16_mve.h describes the job and the packed
 * weights. In assembly, because compilers do not keep eight sums and four pointers in registers. */
#include "nook/kernels/asm/eight_outputs.inc"
#include "nook/kernels/dot/helium/dot_eight_s16_mve_offsets.inc"

/* For the macros of eight_outputs.inc. Weights are widened to halfwords as they are loaded. */
.macro load q
  vldrb.s16  \q, [packed], #8
.endm
.macro multiply vmladav, sum, q
  \vmladav\().s16 \sum, inputs, \q
.endm
.macro eight_inputs
  vldrh.u16  inputs, [x], #16
  eight_sums vmladava
.endm

/* nook_rescale_s64() for sums that fit 32 bits: the upper half of the multiplier is in the upper half of a
 * word, so the high word of the product contains all bits that matter for rounding. */
.macro shift_once sums
  vldrw.32   shifts_s16, [packed], #16
  vrshl.s32  \sums, \sums, shifts_s16
.endm
.macro shift_twice sums
  vldrw.32   shifts_s16, [packed], #16
  shift_ties_away \sums, shifts_s16, q2
.endm
shifts_s16 .req q3

/* void nook_dot_eight_s16_mve(const nook_dot_s16_job* job) */
function nook_dot_eight_s16_mve
  enter_eight
  begin_pixels dot_s16_job_x, dot_s16_job_pixels, dot_s16_job_low

.Lpixel:
  begin_outputs dot_s16_job_weights, dot_s16_job_depth
  ldmia      packed!, {r0, r2, r4, r6, r8, r10, r12, lr}
  subs       depth, #16
  blt        .Lrest
.Lsixteen:
  eight_inputs
  eight_inputs
  subs       depth, #16
  bge        .Lsixteen
.Lrest: /* depth + 16, at most 15 inputs, are left */
  adds       depth, #16
  beq        .Lfinish_eight
  cmp        depth, #8
  blt        .Lmasked
  eight_inputs
  subs       depth, #8
  beq        .Lfinish_eight
.Lmasked: /* inputs past the end are read as 0 */
  vctp.16    depth
  vpst
  vldrht.u16 inputs, [x]
  eight_sums vmladava
.Lfinish_eight:
  collect_eight_sums
  ldr        r0, [job, #dot_s16_job_twice]
  vldrw.32   multipliers0, [packed], #16
  vldrw.32   multipliers1, [packed], #16
  cmp        r0, #0
  bne        .Lround_twice
  vmulh.s32  sums0, sums0, multipliers0
  vmulh.s32  sums1, sums1, multipliers1
  shift_once sums0
  shift_once sums1
.Lstore_eight:
  clamp      sums0, low, high
  clamp      sums1, low, high
  store_eight vstrh.32, 8

.Llast_four: /* one to four outputs, eight inputs at a time */
  ldr        x, [sp, #frame_x]
  ldr        depth, [job, #dot_s16_job_depth]
  ldmia      packed!, {r0, r2, r4, r6}
.Leight_of_four:
  vctp.16    depth
  vpst
  vldrht.u16 inputs, [x], #16
  four_sums  vmladava
  multiply   vmladava, r6, weights1
  subs       depth, #8
  bgt        .Leight_of_four
  collect_four_sums
  ldr        r0, [job, #dot_s16_job_twice]
  vldrw.32   multipliers0, [packed], #16
  cmp        r0, #0
  bne        .Lround_four_twice
  vmulh.s32  sums1, sums1, multipliers0
  shift_once sums1
.Lclamp_four:
  clamp      sums1, low, high
  sub        outputs, #4
.Lstore_rest: /* stores outputs + 4, at most four, of sums1 */
  add        outputs, #4
  vctp.32    outputs
  vpst
  vstrht.32  sums1, [y]
  add        y, y, outputs, lsl #1
.Lnext_pixel:
  next_pixel .Lpixel, dot_s16_job_step

.Lround_twice:
  vqrdmulh.s32 sums0, sums0, multipliers0
  vqrdmulh.s32 sums1, sums1, multipliers1
  shift_twice sums0
  shift_twice sums1
  b          .Lstore_eight
.Lround_four_twice:
  vqrdmulh.s32 sums1, sums1, multipliers0
  shift_twice sums1
  b          .Lclamp_four
endfunction
