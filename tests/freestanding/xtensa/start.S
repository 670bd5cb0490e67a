/* From reset to main() on QEMU's machine `sim`; what main() returns is its exit code. */
  .section .reset, "ax"
  j 1f
  .balign 4
address: .word start
1: l32r a2, address
  jx a2
  .text
  .global start
  .align 4
  .literal_position
start:
  movi a1, stack_top
  call0 main
  mov a3, a2
  movi a2, 1 /* exit */
  simcall
1: j 1b
