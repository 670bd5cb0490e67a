/* Windows of four channels with weights in the model's layout: see windows_dsp.h. In assembly, because
 * compilers run out of registers. */
#include "nook/kernels/asm/armv7em.inc"
#include "nook/kernels/depthwise/armv7em/windows_dsp_offsets.inc"

x     .req r0
w     .req r1
tap_x .req r2
tap_w .req r3
sum0  .req r4
sum1  .req r5
sum2  .req r6
sum3  .req r7
minus .req r8
count .req lr

.equ frame_row_x, 0
.equ frame_row_w, 4
.equ frame_next_x, 8 /* from the end of a window to the next one */
.equ frame_next_w, 12
.equ frame_rows, 16
.equ frame_y, 20
.equ frame_next_y, 24
.equ frame_windows, 28
.equ frame_columns, 32
.equ frame_rows_left, 36
.equ frame_bytes, 40

/* Four products, whose pixels and weights are at r9 and r10 already. */
.macro four_products
  sxtab16 r11, minus, r9
  sxtb16 r12, r10
  sxtab16 r9, minus, r9, ror #8
  sxtb16 r10, r10, ror #8
  smlabb sum0, r11, r12, sum0
  smlatt sum2, r11, r12, sum2
  smlabb sum1, r9, r10, sum1
  smlatt sum3, r9, r10, sum3
.endm
/* A row of three taps. */
.macro three_taps
  ldr    r9, [x]
  ldr    r10, [w]
  four_products
  ldr    r9, [x, tap_x]
  ldr    r10, [w, tap_w]
  four_products
  ldr    r9, [x, tap_x, lsl #1]
  ldr    r10, [w, tap_w, lsl #1]
  four_products
.endm

.macro next_row
  ldr    r9, [sp, #frame_row_x]
  ldr    r10, [sp, #frame_row_w]
  add    x, r9
  add    w, r10
.endm

.macro begin_window
  mov    sum0, #0
  mov    sum1, #0
  mov    sum2, #0
  mov    sum3, #0
.endm
/* Stores the sums; moves x and w to the next window. */
.macro next_window again
  ldr    r9, [sp, #frame_y]
  ldr    r10, [sp, #frame_next_x]
  ldr    r11, [sp, #frame_next_w]
  ldr    r12, [sp, #frame_next_y]
  ldr    count, [sp, #frame_windows]
  stmia  r9, {sum0, sum1, sum2, sum3}
  add    x, r10
  add    w, r11
  add    r9, r12
  subs   count, #1
  str    r9, [sp, #frame_y]
  str    count, [sp, #frame_windows]
  bne    \again
.endm

/* void nook_windows_dsp(const nook_windows_job* job) */
function nook_windows_dsp
  enter_frame frame_bytes
  ldr    r4, [r0, #windows_job_rows]
  ldr    r5, [r0, #windows_job_row_x]
  ldr    r6, [r0, #windows_job_row_w]
  ldr    r7, [r0, #windows_job_next_x]
  mls    r7, r4, r5, r7
  mul    r9, r4, r6
  rsb    r9, #0
  ldr    r10, [r0, #windows_job_columns]
  ldr    tap_x, [r0, #windows_job_tap_x]
  ldr    tap_w, [r0, #windows_job_tap_w]
  cmp    r10, #3
  itt    ne
  mlsne  r5, r10, tap_x, r5
  mlsne  r6, r10, tap_w, r6
  strd   r5, r6, [sp, #frame_row_x]
  strd   r7, r9, [sp, #frame_next_x]
  str    r4, [sp, #frame_rows]
  str    r10, [sp, #frame_columns]
  ldr    r4, [r0, #windows_job_y]
  ldr    r5, [r0, #windows_job_next_y]
  ldr    r6, [r0, #windows_job_windows]
  strd   r4, r5, [sp, #frame_y]
  str    r6, [sp, #frame_windows]
  ldr    minus, [r0, #windows_job_minus]
  ldr    w, [r0, #windows_job_w]
  ldr    x, [r0, #windows_job_x]
  bne    2f

1: /* windows of three columns */
  ldr    count, [sp, #frame_rows]
  begin_window
.Lthree:
  three_taps
  next_row
  subs   count, #1
  bne    .Lthree
  next_window 1b
  leave_frame frame_bytes

2: /* other windows */
  ldr    r9, [sp, #frame_rows]
  begin_window
.Lrow:
  str    r9, [sp, #frame_rows_left]
  ldr    count, [sp, #frame_columns]
  subs   count, #3
  blo    4f
3:
  three_taps
  add    x, x, tap_x, lsl #1
  add    w, w, tap_w, lsl #1
  add    x, tap_x
  add    w, tap_w
  subs   count, #3
  bhs    3b
4:
  adds   count, #3
  beq    6f
5:
  ldr    r9, [x]
  ldr    r10, [w]
  add    x, tap_x
  add    w, tap_w
  four_products
  subs   count, #1
  bne    5b
6:
  next_row
  ldr    r9, [sp, #frame_rows_left]
  subs   r9, #1
  bne    .Lrow
  next_window 2b
  leave_frame frame_bytes
endfunction
