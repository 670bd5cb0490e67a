/* nook_dot_4x4_f32_fpu(job): see dot_4x4_f32.h. In assembly, because compilers load one float at a time,
 * and a load of several takes one cycle for each and one more. */
#include "nook/kernels/asm/float_outputs.inc"
#include "nook/kernels/dot/dot_4x4_f32_offsets.inc"

/* Registers. Sums are in s0 to s15, four outputs of a pixel side by side; the weights of an input are in s16
 * to s19, two inputs of each pixel in s20 to s27, products in s28 to s31. */
x0         .req r0
x1         .req r1
x2         .req r2
x3         .req r3
w          .req r4
count      .req r5
segment    .req r6
packed     .req r7  /* the packed weights of four outputs */
end        .req r8  /* end of the segments */
job        .req r9
at         .req r10 /* bytes from y to the four outputs */
row        .req r11 /* the next row's address */
row_w      .req lr  /* weights of the row */

/* Adds the products of an input and four weights to four sums. */
.macro four_products x, a, b, c, d
  vmul.f32 s28, \x, s16
  vmul.f32 s29, \x, s17
  vmul.f32 s30, \x, s18
  vmul.f32 s31, \x, s19
  add_four \a, \b, \c, \d, s28, s29, s30, s31
.endm
/* An input of four pixels. */
.macro four_pixels a, b, c, d
  vldmia w!, {s16-s19}
  four_products \a, s0, s1, s2, s3
  four_products \b, s4, s5, s6, s7
  four_products \c, s8, s9, s10, s11
  four_products \d, s12, s13, s14, s15
.endm
function nook_dot_4x4_f32_fpu
  save_registers {s16-s31}
  mov    job, r0
  ldr    end, [job, #dot_4x4_f32_segments_end]
  ldr    packed, [job, #dot_4x4_f32_weights]
  mov    at, #0

.Lfour_outputs: /* next four outputs */
  movs   r0, #0
.irp sum, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
  vmov   \sum, r0
.endr
  ldr    r0, [job, #dot_4x4_f32_first]
  ldrd   row, r1, [job, #dot_4x4_f32_rows]
  add    row_w, packed, r0
  cmp    row, r1
  beq.w  .Lbiases
.Lrow: /* next row */
  ldr    segment, [job, #dot_4x4_f32_segments]
.Lsegment: /* next segment */
  ldmia.w segment!, {x0, x1, x2, x3, count, r12}
  ldr    w, [row]
  cmp    count, #0
  blt.w  .Lzeros
  add    x0, w
  add    x1, w
  add    x2, w
  add    x3, w
.Lbegin:
  add    w, row_w, r12
  subs   count, #2
  blt.w  .Llast
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
.Linputs: /* next two inputs */
  vldmia x0!, {s20, s21}
  vldmia x1!, {s22, s23}
  vldmia x2!, {s24, s25}
  vldmia x3!, {s26, s27}
  four_pixels s20, s22, s24, s26
.Lsecond:
  four_pixels s21, s23, s25, s27
  subs   count, #2
  bge.w  .Linputs
.Llast: /* -1 if one input is left, -2 if none or after it */
  adds   count, #1
  bne    .Lnext_segment
  vldr   s21, [x0]
  vldr   s23, [x1]
  vldr   s25, [x2]
  vldr   s27, [x3]
  b.w    .Lsecond
.Lnext_segment:
  cmp    segment, end
  bne.w  .Lsegment
  ldr    r0, [job, #dot_4x4_f32_row_bytes]
  ldr    r1, [job, #dot_4x4_f32_rows_end]
  add    row, #4
  add    row_w, r0
  cmp    row, r1
  bne.w  .Lrow

.Lbiases:
  ldr    r0, [job, #dot_4x4_f32_tile_bytes]
  vldmia packed, {s16-s19}
  add    packed, r0
  finish_sixteen job, dot_4x4_f32_y, at, dot_4x4_f32_range
  /* The last four outputs may overlap those before. */
  add    at, #16
  ldr    r0, [job, #dot_4x4_f32_y_bytes]
  cmp    at, r0
  bhs    .Lend
  subs   r0, #16
  cmp    at, r0
  it     hi
  movhi  at, r0
  b.w    .Lfour_outputs
.Lend:
  restore_registers_and_return {s16-s31}

.Lzeros: /* a segment with zeros for some pixels */
  rsb    count, count, #0
  addresses_or_zeros w, .Lno_inputs, x0, x1, x2, x3
  b.w    .Lbegin

  .balign 4
.Lno_inputs:
  .zero  128 /* NOOK_SEGMENT_F32_ZEROS floats */
endfunction
