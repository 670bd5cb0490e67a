#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM(nook_extremum_s8_ref, int8_t, *(const int8_t*))
