#ifndef NPU_H_
#define NPU_H_

#include "nook/device.h"

/* An Ethos-U as a device of nook. */
int32_t npu_call(void* context, const nook_device_call* call);

#endif
