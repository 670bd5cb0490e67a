/* Slots in RAM, for the emulated boards: their flash can't be written. */
#include "slots.h"

#include <string.h>

#include "nook/image/image.h"

static uint8_t slots[kSlots][kSlotBytes] NOOK_ALIGNED(16);
static slot_record kept = {-1, 0};

const uint8_t* slot_at(int slot) { return slots[slot]; }

int slot_erase(int slot) {
  memset(slots[slot], 0xFF, kSlotBytes);
  return 1;
}

int slot_write(int slot, uint32_t offset, const uint8_t* bytes, uint32_t count) {
  memcpy(slots[slot] + offset, bytes, count);
  return 1;
}

void slot_finish(int slot) {
  (void)slot;
#if defined(__riscv)
  __asm volatile(".option push\n .option arch, +zifencei\n fence.i\n .option pop" ::: "memory");
#elif defined(__arm__)
  __asm volatile("dsb\n isb" ::: "memory");
#endif
}

slot_record slot_record_read(void) { return kept; }

void slot_record_write(slot_record record) { kept = record; }
