#pragma once
#include "nook/buffer_plan.h"

#ifdef __cplusplus
extern "C" {
#endif
const struct BufferPlan* plan_in_c(void);
#ifdef __cplusplus
}
#endif
