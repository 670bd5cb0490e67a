/* Functions that are all assembly. */
#ifndef NOOK_KERNELS_ASM_ASSEMBLY_H_
#define NOOK_KERNELS_ASM_ASSEMBLY_H_

/* Code of its own, which begins at a multiple of 4: adr counts from such. */
#define NOOK_ASSEMBLY __attribute__((naked, noinline, aligned(4)))

/* An argument: assembly finds it in a register, a compiler finds no use of it. */
#define NOOK_IN_REGISTER __attribute__((unused))

#endif
