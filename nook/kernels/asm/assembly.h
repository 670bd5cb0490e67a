/* Functions written entirely in assembly. */
#ifndef NOOK_KERNELS_ASM_ASSEMBLY_H_
#define NOOK_KERNELS_ASM_ASSEMBLY_H_

/* A naked function, aligned to a multiple of 4 because adr counts from one. */
#define NOOK_ASSEMBLY __attribute__((naked, noinline, aligned(4)))

/* An argument that assembly reads from its register, although the compiler sees no use of it. */
#define NOOK_IN_REGISTER __attribute__((unused))

#endif
