/* A network that Vela divided between the processor and an Ethos-U: both work in one memory, and the device
 * has one of its own. Returns 0 if the result is right. */
#include <string.h>

#include "network.h"
#include "npu.h"

static uint8_t fast[NETWORK_SCRATCH_FAST_BYTES] NOOK_ALIGNED(NETWORK_SCRATCH_FAST_ALIGN)
    NOOK_SECTION(NETWORK_SCRATCH_FAST_SECTION);
static uint8_t sram[NETWORK_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(NETWORK_SCRATCH_SRAM_ALIGN)
    NOOK_SECTION(NETWORK_SCRATCH_SRAM_SECTION);
static const network_memory memory = {.scratch_fast = fast,
                                      .scratch_fast_bytes = sizeof fast,
                                      .scratch_sram = sram,
                                      .scratch_sram_bytes = sizeof sram};
static const nook_device npu = {.call = npu_call};
static const network_devices devices = {.npu = &npu};

int main(void) {
  static network_input input;
  static network_output output;
  memset(&input, 1, sizeof input);
  if (network_run(&memory, &input, &output, &devices) != NOOK_OK) return 1;
  /* The second half of the result that the device computes comes from its constants. */
  const int8_t* const y = network_output_y(&memory);
  for (int i = 0; i < 128; ++i)
    if (y[128 + i] != (int8_t)(7 * (16 + i) + 3)) return 2;
  for (int i = 0; i < 256; ++i)
    if (output.z[i] != (y[i] < 0 ? 0 : y[i])) return 3;
  return 0;
}
