/* The driver of an accelerator. There is no accelerator here: the processor does its work. */
#ifndef TWO_UNITS_ACCELERATOR_H_
#define TWO_UNITS_ACCELERATOR_H_

#include "nook/device.h"

typedef struct accelerator {
  enum { kOff, kReady, kOpen } state;
  int32_t calls; /* since it was activated */
  int32_t bytes; /* total bytes of inputs and outputs */
} accelerator;

int32_t accelerator_activate(void* context);
int32_t accelerator_open(void* context);
int32_t accelerator_call(void* context, const nook_device_call* call);
int32_t accelerator_close(void* context);
int32_t accelerator_deactivate(void* context);

#endif
