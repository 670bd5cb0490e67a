/* Two units and four memories: the accelerator executes two operators of the network, the processor the rest,
 * and tensors that both use are in memory that both reach. Returns the recognized digit as exit status. */
#include <string.h>

#include "accelerator.h"
#include "digits.h"

static uint8_t workspace_1[DIGITS_SCRATCH_DTCM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_DTCM_ALIGN)
    NOOK_SECTION(DIGITS_SCRATCH_DTCM_SECTION);
static uint8_t workspace_2[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN)
    NOOK_SECTION(DIGITS_SCRATCH_SRAM_SECTION);
static const digits_memory memory = {.scratch_dtcm = workspace_1,
                                     .scratch_dtcm_bytes = sizeof workspace_1,
                                     .scratch_sram = workspace_2,
                                     .scratch_sram_bytes = sizeof workspace_2};

static accelerator state;
static const nook_device accel = {.activate = accelerator_activate,
                                  .open = accelerator_open,
                                  .call = accelerator_call,
                                  .close = accelerator_close,
                                  .deactivate = accelerator_deactivate,
                                  .context = &state};
static const digits_devices devices = {.accel = &accel};

/* A six from models/digits/heldout: 0 is paper, 16 is ink. */
static const digits_input input = {{
    0, 0, 0,  13, 3,  0,  0,  0,  0, 0,  6, 15, 0,  0,  0,  0,  0,  0,  12, 7, 0,  0,
    0, 0, 0,  0,  16, 10, 7,  1,  0, 0,  0, 6,  16, 12, 13, 16, 6,  0,  0,  0, 16, 4,
    0, 6, 12, 0,  0,  0,  12, 10, 2, 11, 9, 0,  0,  0,  1,  13, 16, 15, 3,  0,
}};

int main(void) {
  static digits_output output;
  nook_fault fault;
  const digits_inputs_ref from = {.image = input.image};
  const digits_outputs_ref to = {.scores = output.scores};
  if (digits_check(&memory, &from, &to, &devices, &fault) != NOOK_OK) return 100;
  if (digits_run(&memory, &input, &output, &devices) != NOOK_OK) return 101;
  if (state.state != kOff || state.calls != 1) return 102;
  int best = 0;
  for (int i = 1; i < DIGITS_OUTPUT_SCORES_COUNT; ++i)
    if (output.scores[i] > output.scores[best]) best = i;
  return best;
}
