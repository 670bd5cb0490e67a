#include "nook/ops/fully_connected/one_scale_dsp.h"

NOOK_ASSEMBLY const int8_t* nook_one_scale_sixes_dsp(ROW, STREAM) {
  __asm volatile(BEGIN SIX_BIASES ALIGNED "2:\n\t" TURN_OF_SIX(FOUR_INPUTS, LAST_INPUTS)
                     END("0", "4", "8", "16", "20", "24", SIX_OUTPUTS, TWO_MORE) "add    sp, #28\n\t" RETURN);
}

NOOK_ASSEMBLY const int8_t* nook_one_scale_fours_dsp(ROW, STREAM) {
  __asm volatile(BEGIN FOUR_BIASES ALIGNED "2:\n\t" FOUR_OF_FOUR(FOUR_INPUTS) FOUR_OF_FOUR(FOUR_INPUTS)
                     FOUR_OF_FOUR(FOUR_INPUTS) FOUR_OF_FOUR(LAST_INPUTS)
                         END("0", "4", "8", "16", "20", "24", FOUR_OUTPUTS, "") "add    sp, #28\n\t" RETURN);
}
