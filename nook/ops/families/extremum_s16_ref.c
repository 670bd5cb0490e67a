#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM(nook_extremum_s16_ref, int16_t, *(const int16_t*))
