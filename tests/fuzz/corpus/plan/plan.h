#include "x.h"
const BufferPlan plan = {
  .buffer_count = 4, /* four */
  .buffer_plan_entries = {
    [0] = {.offset = 0}, {64}, {0}, // c
 {-1}}};
