#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM(nook_extremum_s32_ref, int32_t, *(const int32_t*))
