#include "nook/ops/fully_connected/one_scale_dsp.h"

NOOK_ASSEMBLY const int8_t* nook_one_scale_sixes_dsp(NOOK_ROW, NOOK_STREAM) {
  __asm volatile(NOOK_BEGIN NOOK_SIX_BIASES NOOK_AT_A_WORD "2:\n\t" NOOK_TURN_OF_SIX(
      NOOK_FOUR_INPUTS, NOOK_LAST_INPUTS) NOOK_END("0", "4", "8", "16", "20", "24", NOOK_SIX_OUTPUTS,
                                                   NOOK_TWO_MORE) "add    sp, #28\n\t" NOOK_RETURN);
}

NOOK_ASSEMBLY const int8_t* nook_one_scale_fours_dsp(NOOK_ROW, NOOK_STREAM) {
  __asm volatile(NOOK_BEGIN NOOK_FOUR_BIASES NOOK_AT_A_WORD "2:\n\t" NOOK_FOUR_OF_FOUR(NOOK_FOUR_INPUTS)
                     NOOK_FOUR_OF_FOUR(NOOK_FOUR_INPUTS) NOOK_FOUR_OF_FOUR(NOOK_FOUR_INPUTS)
                         NOOK_FOUR_OF_FOUR(NOOK_LAST_INPUTS)
                             NOOK_END("0", "4", "8", "16", "20", "24", NOOK_FOUR_OUTPUTS,
                                      "") "add    sp, #28\n\t" NOOK_RETURN);
}
