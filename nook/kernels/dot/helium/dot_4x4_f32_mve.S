/* nook_dot_4x4_f32_mve(job): see dot_4x4_f32_mve.h. In assembly, because compilers do not keep four sums,
 * four pointers and the inputs of four pixels in registers. Products and sums alternate, since they need
 * different units of the core. */
#include "nook/kernels/asm/float_helium.inc"
#include "nook/kernels/dot/dot_4x4_f32_offsets.inc"

/* Registers. Two inputs of each pixel are in a_in to d_next and their weights for four outputs in q0 and q1,
 * products in q2 and q3, the four sums of each pixel in q4 to q7. */
x0      .req r0
x1      .req r1
x2      .req r2
x3      .req r3
w       .req r4
a_in    .req r5
a_next  .req r6
b_in    .req r7
b_next  .req r8
c_in    .req r9
c_next  .req r10
d_in    .req r11
d_next  .req r12
/* Between segments. */
row     .req r7 /* the next row's address */
row_w   .req r8 /* weights of the row */
segment .req r6
job     .req r9
at      .req r10 /* bytes from y to the four outputs */
packed  .req r11 /* the packed weights of four outputs */

.equ frame_row, 0
.equ frame_row_w, 4
.equ frame_at, 8
.equ frame_packed, 12
.equ frame_segment, 16
.equ frame_job, 20
.equ frame_bytes, 24

function nook_dot_4x4_f32_mve
  enter_frame frame_bytes, {d8-d15}
  mov    job, r0
  str    job, [sp, #frame_job]
  ldr    packed, [job, #dot_4x4_f32_weights]
  movs   r0, #0
  mov    at, r0
  forget_small r1

.Lfour_outputs: /* next four outputs, from `at` on */
  strd   at, packed, [sp, #frame_at]
  vmov.i32 q4, #0
  vmov.i32 q5, #0
  vmov.i32 q6, #0
  vmov.i32 q7, #0
  ldr    r0, [job, #dot_4x4_f32_first]
  ldrd   row, r1, [job, #dot_4x4_f32_rows]
  cmp    row, r1
  beq    .Lbiases
  add    row_w, packed, r0
.Lrow: /* next row */
  strd   row, row_w, [sp, #frame_row]
  ldr    segment, [job, #dot_4x4_f32_segments]
.Lsegment: /* next segment */
  ldmia  segment!, {x0, x1, x2, x3, r5, r12}
  ldr    row, [row]
  str    segment, [sp, #frame_segment]
  add    w, row_w, r12
  cmp    r5, #0
  blt    .Lzeros
  add    x0, row
  add    x1, row
  add    x2, row
  add    x3, row
.Lbegin:
  lsrs   r12, r5, #1
  bcc    .Leven
  ldr    a_in, [x0], #4
  vldrw.32 q0, [w], #16
  ldr    b_in, [x1], #4
  ldr    c_in, [x2], #4
  vmul.f32 q2, q0, a_in
  ldr    d_in, [x3], #4
  vmul.f32 q3, q0, b_in
  vadd.f32 q4, q4, q2
  vmul.f32 q2, q0, c_in
  vadd.f32 q5, q5, q3
  vmul.f32 q3, q0, d_in
  vadd.f32 q6, q6, q2
  vadd.f32 q7, q7, q3
.Leven:
  wls    lr, r12, .Lnext_segment
  vmov.i32 q3, #0
.Linputs: /* next two inputs; the last product of those before waits in q3 */
  vldrw.32 q0, [w], #32
  vadd.f32 q7, q7, q3
  ldrd   a_in, a_next, [x0], #8
  ldrd   b_in, b_next, [x1], #8
  vmul.f32 q2, q0, a_in
  ldrd   c_in, c_next, [x2], #8
  vmul.f32 q3, q0, b_in
  ldrd   d_in, d_next, [x3], #8
  vadd.f32 q4, q4, q2
  vmul.f32 q2, q0, c_in
  vadd.f32 q5, q5, q3
  vmul.f32 q3, q0, d_in
  vldrw.32 q1, [w, #-16]
  vadd.f32 q6, q6, q2
  vmul.f32 q2, q1, a_next
  vadd.f32 q7, q7, q3
  vmul.f32 q3, q1, b_next
  vadd.f32 q4, q4, q2
  vmul.f32 q2, q1, c_next
  vadd.f32 q5, q5, q3
  vmul.f32 q3, q1, d_next
  vadd.f32 q6, q6, q2
  le     lr, .Linputs
  vadd.f32 q7, q7, q3
.Lnext_segment:
  ldrd   segment, job, [sp, #frame_segment]
  ldrd   row, row_w, [sp, #frame_row]
  ldr    r0, [job, #dot_4x4_f32_segments_end]
  cmp    segment, r0
  bne    .Lsegment
  ldr    r0, [job, #dot_4x4_f32_row_bytes]
  ldr    r1, [job, #dot_4x4_f32_rows_end]
  adds   row, #4
  add    row_w, r0
  cmp    row, r1
  bne    .Lrow

.Lbiases:
  ldrd   at, packed, [sp, #frame_at]
  load_outputs job, dot_4x4_f32_y, dot_4x4_f32_range, packed
  vadd.f32 q4, q4, q0
  vdup.32 q1, r4
  vadd.f32 q5, q5, q0
  vadd.f32 q6, q6, q0
  store_clamped q4, r0, at
  vadd.f32 q7, q7, q0
  store_clamped q5, r1, at
  store_clamped q6, r2, at
  store_clamped q7, r3, at
  /* The last four outputs may overlap those before. */
  ldr    r0, [job, #dot_4x4_f32_tile_bytes]
  ldr    r1, [job, #dot_4x4_f32_y_bytes]
  add    packed, r0
  adds   at, #16
  cmp    at, r1
  bhs    .Lend
  subs   r1, #16
  cmp    at, r1
  it     hi
  movhi  at, r1
  b      .Lfour_outputs
.Lend:
  get_small r0
  leave_frame frame_bytes, {d8-d15}

.Lzeros: /* a segment with zeros for some pixels */
  rsb    r5, r5, #0
  addresses_or_zeros row, .Lno_inputs, x0, x1, x2, x3
  b      .Lbegin

  .balign 4
.Lno_inputs:
  .zero  128 /* NOOK_SEGMENT_F32_ZEROS floats */
endfunction
