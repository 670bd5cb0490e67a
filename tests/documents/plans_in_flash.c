/* The plan of the document in C99. */
#include "tests/documents/plans_in_flash.h"

#include "tests/documents/plans_in_flash.inc"

const struct BufferPlan* plan_in_c(void) { return &kOfflineNonPersistentBufferPlan; }
