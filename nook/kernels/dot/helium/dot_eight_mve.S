/* Eight dot products at once for Helium; dot_eight_mve.h describes the packed weights. In assembly, because
 * compilers do not keep eight sums and four pointers in registers. */
#include "nook/kernels/asm/eight_outputs.inc"
#include "nook/kernels/dot/dot_job_offsets.inc"

/* For the macros of eight_outputs.inc: vmladav starts the sums, vmladava adds to them. */
.macro load q
  vldrb.8    \q, [packed], #16
.endm
.macro multiply vmladav, sum, q
  \vmladav\().s8 \sum, inputs, \q
.endm
.macro sixteen_more
  vldrb.8    inputs, [x], #16
  eight_sums vmladava
.endm

/* void nook_dot_eight_mve(const nook_dot_job* job) */
function nook_dot_eight_mve
  enter_eight
  begin_pixels dot_job_x, dot_job_pixels, dot_job_low

.Lpixel:
  begin_outputs dot_job_weights, dot_job_depth
  cmp        depth, #16
  blt        .Lshort
  vldrb.8    inputs, [x], #16
  eight_sums vmladav
  subs       depth, #48
  blt        .Lrest
  inputs_left .Lrest, eight_sums vmladava
.Lfinish_eight:
  collect_eight_sums
  bytes_of_eight dot_job_zero
  store_eight vstrb.32, 4

.Llast_four: /* one to four outputs, sixteen inputs at a time */
  begin_four dot_job_depth
.Lsixteen_of_four:
  vctp.8     depth
  vpst
  vldrbt.8   inputs, [x], #16
  four_sums  vmladava
  multiply   vmladava, r6, weights1
  subs       depth, #16
  bgt        .Lsixteen_of_four
  collect_four_sums
  bytes_of_four dot_job_zero
  sub        outputs, #4
.Lstore_rest: /* stores outputs + 4, at most four, of sums1 */
  store_last
.Lnext_pixel:
  next_pixel .Lpixel, dot_job_step

.Lshort: /* fewer than sixteen inputs */
  vctp.8     depth
  vpst
  vldrbt.8   inputs, [x]
  eight_sums vmladav
  b          .Lfinish_eight
endfunction
