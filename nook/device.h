/* A device is how a program calls a unit other than the processor: an accelerator, a copy engine, another
 * core. A model compiled with --unit runs operators on it, through functions that the application puts into a
 * nook_device.
 *
 * One run of such a model, with the device of each unit:
 *
 *   activate                once, in the order of the units, before the first operator
 *     open, call, close     for each group of consecutive operators of the unit
 *   deactivate              once, in the reverse order
 *
 * A function that returns anything but 0 ends the run with NOOK_DEVICE_FAILED. Active units are deactivated
 * and open ones closed, also after an error. A function may be NULL if it has nothing to do, except `call`. A
 * driver that needs the error code keeps it in its context. C99 and C++17. */
#ifndef NOOK_DEVICE_H_
#define NOOK_DEVICE_H_

#include "nook/nook.h"

/* A tensor that a call reads or writes: `bytes` bytes, shared with no other tensor of the call. */
typedef struct nook_device_input {
  int32_t tensor; /* index in the model; -1: a tensor added by the compiler */
  int32_t bytes;
  const void* data;
} nook_device_input;

typedef struct nook_device_output {
  int32_t tensor, bytes;
  void* data;
} nook_device_output;

/* An operator that a tool compiled for the unit ahead of time, as Vela does for Ethos-U: the arguments of
 * ethosu_invoke_v3(), in its order. Every address is a multiple of 16 and was checked by the compiler to lead
 * to as many bytes as the commands use. */
typedef struct nook_device_commands {
  const void* commands;
  int32_t command_bytes; /* a multiple of 4 */
  uint64_t* bases; /* [base_count]: constants, scratch, fast scratch, inputs, outputs; the driver may change
                      them during the call. 0: the commands use none */
  const size_t* base_bytes; /* [base_count] */
  int32_t base_count;       /* at most 8: further inputs and outputs have no address of their own */
} nook_device_commands;

/* Consecutive operators of a unit; borrowed for the call. */
typedef struct nook_device_call {
  int32_t index; /* number of this call among the unit's calls in one run, from 0 */
  int32_t operator_count;
  const int32_t* operators; /* [operator_count], indices in the model, in the order of execution */
  int32_t input_count, output_count;
  const nook_device_input* inputs;   /* [input_count], complete before the call; constants are not included */
  const nook_device_output* outputs; /* [output_count], complete when the call returns */
  /* Computes the same results on the processor; NULL if that code was left out (docs/c-interface.md). */
  void (*run)(const struct nook_device_call* call);
  const void* of_run[3]; /* private data of `run` */
  /* NULL, or the commands of the only operator of this call; `run` is NULL then. */
  const nook_device_commands* commands;
} nook_device_call;

/* The functions of a unit; may be const and in flash. Each gets `context`. */
typedef struct nook_device {
  int32_t (*activate)(void* context);
  int32_t (*open)(void* context);
  int32_t (*call)(void* context, const nook_device_call* call);
  int32_t (*close)(void* context);
  int32_t (*deactivate)(void* context);
  void* context;
} nook_device;

/* For nook_device.call of an absent unit: the processor does its work. */
static inline int32_t nook_call_on_cpu(void* context, const nook_device_call* call) {
  (void)context;
  if (!call->run) return -1;
  call->run(call);
  return 0;
}

/* The remaining functions are for generated code. */

static inline nook_status nook_device_result(int32_t error) {
  return error == 0 ? NOOK_OK : NOOK_DEVICE_FAILED;
}

/* Deactivates the first `count` devices, the last one first. Returns the first failure. */
static inline nook_status nook_deactivate(const nook_device* const* devices, int32_t count,
                                          nook_status status) {
  while (count-- > 0) {
    const nook_device* const device = devices[count];
    const int32_t error = device->deactivate ? device->deactivate(device->context) : 0;
    if (status == NOOK_OK) status = nook_device_result(error);
  }
  return status;
}

/* Activates all devices; if one fails, deactivates those that were active. */
static inline nook_status nook_activate(const nook_device* const* devices, int32_t count) {
  for (int32_t i = 0; i < count; ++i)
    if (!devices[i] || !devices[i]->call) return NOOK_NULL;
  for (int32_t i = 0; i < count; ++i)
    if (devices[i]->activate && devices[i]->activate(devices[i]->context) != 0)
      return nook_deactivate(devices, i, NOOK_DEVICE_FAILED);
  return NOOK_OK;
}

static inline nook_status nook_run_on(const nook_device* device, const nook_device_call* call) {
  if (device->open && device->open(device->context) != 0) return NOOK_DEVICE_FAILED;
  const nook_status status = nook_device_result(device->call(device->context, call));
  const int32_t error = device->close ? device->close(device->context) : 0;
  return status == NOOK_OK ? nook_device_result(error) : status;
}

#endif
