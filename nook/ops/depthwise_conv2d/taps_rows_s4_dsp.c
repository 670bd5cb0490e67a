#include "nook/ops/depthwise_conv2d/taps_rows_s4_dsp.h"

#define NOOK_TAPS_ROW    nook_taps_row_s4_dsp
#define NOOK_TAPS_STREAM nook_taps_s4_stream
#define NOOK_TAPS_ONCE   nook_taps_s4_dsp
#define NOOK_TAPS_TWICE  nook_taps_twice_s4_dsp
#include "nook/ops/depthwise_conv2d/row_of_taps_dsp.h"
