#ifndef NOOK_KERNELS_ASM_LINES_DSP_H_
#define NOOK_KERNELS_ASM_LINES_DSP_H_

/* Assembly in lines that are all macros. A label has a number and the number of a channel behind it. */
#define NOOK_CODE(instruction)             instruction "\n\t"
#define NOOK_MARK(number)                  number ":\n\t"
#define NOOK_LABEL(number, channel)        number channel ":\n\t"
#define NOOK_JUMP(branch, number, channel) branch " " number channel "f\n\t"

#endif
