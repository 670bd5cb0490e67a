#include "accelerator.h"

/* Each step is valid in one state only, so that a run in any other order fails. */
static int32_t step(accelerator* device, int from, int to) {
  if ((int)device->state != from) return -1;
  device->state = to;
  return 0;
}

/* A real driver would enable clocks and power here. */
int32_t accelerator_activate(void* context) {
  accelerator* const device = context;
  device->calls = device->bytes = 0;
  return step(device, kOff, kReady);
}

/* A real driver would wait for other users and clean caches here. */
int32_t accelerator_open(void* context) { return step(context, kReady, kOpen); }

/* A real driver would start the commands for call->operators here, with the addresses of inputs and outputs,
 * and wait for completion. */
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
