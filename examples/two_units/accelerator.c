#include "accelerator.h"

/* Each step is right in one state only, so that a run in any other order fails. */
static int32_t step(accelerator* device, int from, int to) {
  if ((int)device->state != from) return -1;
  device->state = to;
  return 0;
}

/* Clocks and power would be switched on here. */
int32_t accelerator_activate(void* context) {
  accelerator* const device = context;
  device->calls = device->bytes = 0;
  return step(device, kOff, kReady);
}

/* Another task's use of it would end here, and caches be cleaned. */
int32_t accelerator_open(void* context) { return step(context, kReady, kOpen); }

/* Here a real one would get the commands for call->operators, with the addresses of inputs and outputs, and
 * be waited for. */
int32_t accelerator_call(void* context, const nook_device_call* call) {
  accelerator* const device = context;
  if (device->state != kOpen) return -1;
  for (int32_t i = 0; i < call->input_count; ++i) device->bytes += call->inputs[i].bytes;
  for (int32_t i = 0; i < call->output_count; ++i) device->bytes += call->outputs[i].bytes;
  ++device->calls;
  return nook_call_on_cpu(context, call);
}

int32_t accelerator_close(void* context) { return step(context, kOpen, kReady); }
int32_t accelerator_deactivate(void* context) { return step(context, kReady, kOff); }
