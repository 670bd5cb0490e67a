/* Constants of a large model: more than any internal flash of the boards can hold. */
  .section .nook_constants, "a"
  .global large_constants, large_constants_end
  .balign 16
large_constants:
  .incbin "constants.bin"
large_constants_end:
