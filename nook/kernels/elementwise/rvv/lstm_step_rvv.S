/* A step of an LSTM with vectors; lstm_step_rvv.h describes the packed weights. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/elementwise/rvv/lstm_step_rvv_offsets.inc"

#define inputs     a1 /* inputs of a matrix, and their end */
#define end        a2
#define weights    a3
#define input      a4
#define multiplier a5
#define right      a6
#define at         a7
#define constant   t0
#define table      t1
#define table_next t2 /* one entry further */
#define matrix     t3 /* the next one */
#define left       t4 /* cells */
#define first      t5 /* first cell of a vector */
#define link       t6
#define job        a0
#define cells      s0
#define count      s1 /* cells in a vector */

#define frame_registers 0
#define frame_bytes     16
#define saved s0, s1

/* Vector registers: v16, v20, v24, v28 the sums of the gates and then their values, halfwords in groups of
 * four. */
#define gate_input  v16
#define gate_forget v20
#define gate_update v24
#define gate_output v28

/* Under a mask, other lanes keep their values. */
#define halfwords_kept e16, m4, ta, mu

.macro load_scale at
  lw   multiplier, \at(job)
  lw   right, \at + 4(job)
.endm

/* The two sums of a gate, and their sum. Its scales are at `scale` in the job. */
.macro gate group, scale
  lw   inputs, lstm_step_rvv_x(job)
  lw   end, lstm_step_rvv_in(job)
  load_scale lstm_step_rvv_gates + \scale
  jal  link, .Lmatrix
  vmv.v.v \group, v8
  lw   inputs, lstm_step_rvv_hidden(job)
  mv   end, cells
  load_scale lstm_step_rvv_gates + \scale + 8
  jal  link, .Lmatrix
  vsadd.vv \group, \group, v8
.endm

/* The table's value at the magnitude of the words in v8, with as many `bits` after the point, rounded to
 * halfwords in v8 by `less` bits. */
.macro look_up bits, less
  li   constant, 1 << \bits
  vnsrl.wi v0, v8, \bits
  vnsrl.wi v4, v8, 0
  addi at, constant, -1
  vadd.vv v0, v0, v0 /* bytes */
  vand.vx v4, v4, at
  vluxei16.v v8, (table), v0
  vluxei16.v v12, (table_next), v0
  vsub.vv v12, v12, v8
  vwmulu.vv v0, v4, v12
  vwmaccu.vx v0, constant, v8
  vnclipu.wi v8, v0, \less
.endm

.macro magnitude
  vsetvli zero, zero, NOOK_WORDS
  vrsub.vi v0, v8, 0
  vmax.vv v8, v8, v0
.endm

/* nook_sigmoid_s16() of a gate: 2^15 less the value, if the sum is negative. */
.macro sigmoid group
  li   constant, 3
  vwmul.vx v8, \group, constant
  magnitude
  vsetvli zero, zero, halfwords_kept
  look_up 9, 10
  li   constant, -32768
  vmslt.vx v0, \group, zero
  vrsub.vx v8, v8, constant, v0.t
  vmv.v.v \group, v8
.endm

/* nook_tanh_s16() of the place in v8, with the sign of `group`, to v8. Places past the second-last interval
 * have the value at its end. */
.macro tanh group
  magnitude
  li   constant, 255 * 256 - 1
  vmin.vx v8, v8, constant
  vsetvli zero, zero, halfwords_kept
  look_up 8, 8
  li   constant, -32768
  vadd.vx v8, v8, constant
  vmslt.vx v0, \group, zero
  vrsub.vi v8, v8, 0, v0.t
.endm

/* void nook_lstm_next_rvv(const nook_lstm_step_rvv* job) */
function nook_lstm_next_rvv
  addi sp, sp, -frame_bytes
  each_word sw, sp, frame_registers, saved
  lw   cells, lstm_step_rvv_cells(job)
  lw   table, lstm_step_rvv_table(job)
  addi table_next, table, 2
  mv   left, cells
  li   first, 0
  round_ties_up
.Lvector:
  vsetvli count, left, NOOK_WORDS
  lw   matrix, lstm_step_rvv_weights(job)
  gate gate_input, 0
  gate gate_forget, 16
  gate gate_update, 32
  gate gate_output, 48
  sigmoid gate_input
  sigmoid gate_forget
  sigmoid gate_output
  li   constant, 3
  vwmul.vx v8, gate_update, constant
  tanh gate_update
  vmv.v.v gate_update, v8
  vwmul.vv v8, gate_input, gate_update
  load_scale lstm_step_rvv_add
  vsetvli zero, zero, NOOK_WORDS
  rescale_alike v8, v0, multiplier, right, zero
  vmv.v.v gate_input, v8
  lw   at, lstm_step_rvv_cell(job)
  slli constant, first, 1
  add  at, at, constant
  vle16.v gate_update, (at)
  vwmul.vv v8, gate_forget, gate_update
  load_scale lstm_step_rvv_keep
  vsetvli zero, zero, NOOK_WORDS
  rescale_alike v8, v0, multiplier, right, zero
  vsadd.vv gate_update, gate_input, v8
  lw   constant, lstm_step_rvv_low(job)
  vmax.vx gate_update, gate_update, constant
  lw   constant, lstm_step_rvv_high(job)
  vmin.vx gate_update, gate_update, constant
  vse16.v gate_update, (at)
  lw   multiplier, lstm_step_rvv_tanh_multiplier(job)
  vwmulsu.vx v8, gate_update, multiplier
  lw   right, lstm_step_rvv_tanh_right(job)
  vsetvli zero, zero, NOOK_WORDS
  vssra.vx v8, v8, right
  tanh gate_update
  vmv.v.v gate_update, v8
  vwmul.vv v8, gate_output, gate_update
  load_scale lstm_step_rvv_out
  lw   constant, lstm_step_rvv_hidden_zero(job)
  vsetvli zero, zero, NOOK_WORDS
  rescale_alike v8, v0, multiplier, right, constant
  vsetvli zero, zero, NOOK_BYTES
  vnclip.wi v8, v8, 0
  lw   at, lstm_step_rvv_y(job)
  add  at, at, first
  vse8.v v8, (at)
  add  first, first, count
  sub  left, left, count
  bnez left, .Lvector
  each_word lw, sp, frame_registers, saved
  addi sp, sp, frame_bytes
  ret

/* The sums over `end` inputs by the weights of the next matrix, rescaled to halfwords in v8. */
.Lmatrix:
  vsetvli zero, zero, NOOK_WORDS
  slli at, first, 2
  add  at, at, matrix
  vle32.v v8, (at)
  slli at, cells, 2
  add  matrix, matrix, at
  add  weights, matrix, first
  mul  at, end, cells
  add  end, end, inputs
  addi at, at, 3
  andi at, at, -4
  add  matrix, matrix, at
  vsetvli zero, zero, NOOK_HALFWORDS
.Linput:
  vle8.v v6, (weights)
  lb   input, 0(inputs)
  add  weights, weights, cells
  vsext.vf2 v4, v6
  addi inputs, inputs, 1
  vwmacc.vx v8, input, v4
  bne  inputs, end, .Linput
  vsetvli zero, zero, NOOK_WORDS
  rescale_alike v8, v0, multiplier, right, zero
  jr   link
endfunction
