#include "npu.h"

#include "ethosu_driver.h"

int32_t npu_call(void* context, const nook_device_call* call) {
  const nook_device_commands* const c = call->commands;
  if (!c) return -1;
  struct ethosu_driver* const driver = ethosu_reserve_driver();
  if (!driver) return -1;
  const int error = ethosu_invoke_v3(driver, c->commands, c->command_bytes, c->bases, c->base_bytes,
                                     c->base_count, context);
  ethosu_release_driver(driver);
  return error;
}
