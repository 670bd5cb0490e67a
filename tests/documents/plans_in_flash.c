/* The plan of the document in C99, word for word. */
#include "tests/documents/plans_in_flash.h"

/* clang-format off */
const struct BufferPlan kOfflineNonPersistentBufferPlan = {
  .buffer_count = 9,
  .buffer_plan_entries = {
    [0] = { .offset = 0 },
    [1] = { .offset = 400 },
    [2] = { .offset = 801 },
    [3] = { .offset = 400 },
    [4] = { .offset = 811 },
    [5] = { .offset = 601 },
    [6] = { .offset = 814 },
    [7] = { .offset = 601 },
    [8] = { .offset = 801 },
   }
};

/* clang-format on */

const struct BufferPlan* plan_in_c(void) { return &kOfflineNonPersistentBufferPlan; }
