#ifndef NOOK_OPS_DEPTHWISE_CONV2D_LINES_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_LINES_DSP_H_

/* Assembly in lines that are all macros. A label has a number and the number of a channel behind it. */
#define NOOK_CODE(instruction)             instruction "\n\t"
#define NOOK_MARK(number)                  number ":\n\t"
#define NOOK_LABEL(number, channel)        number channel ":\n\t"
#define NOOK_JUMP(branch, number, channel) branch " " number channel "f\n\t"

#endif
