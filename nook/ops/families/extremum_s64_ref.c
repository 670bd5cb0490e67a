#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM(nook_extremum_s64_ref, int64_t, nook_load_s64)
