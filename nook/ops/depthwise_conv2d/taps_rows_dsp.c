#include "nook/ops/depthwise_conv2d/taps_rows_dsp.h"

#define NOOK_TAPS_ROW    nook_taps_row_dsp
#define NOOK_TAPS_STREAM nook_taps_stream
#define NOOK_TAPS_ONCE   nook_taps_dsp
#define NOOK_TAPS_TWICE  nook_taps_twice_dsp
#include "nook/ops/depthwise_conv2d/row_of_taps_dsp.h"
