#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM(nook_extremum_f32_ref, float, *(const float*))
