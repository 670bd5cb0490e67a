/* Two places for images, and what must survive a reset. YOUR BOARD: pages of flash. */
#ifndef EXAMPLES_UPDATE_SLOTS_H_
#define EXAMPLES_UPDATE_SLOTS_H_

#include <stdint.h>

enum { kSlots = 2, kSlotBytes = 64 * 1024 };

/* The first byte of a slot, at a multiple of NOOK_IMAGE_ALIGN, where code can be executed. */
const uint8_t* slot_at(int slot);

/* Makes a slot empty; then writes bytes from 0 on. Returns 0 if the flash fails. */
int slot_erase(int slot);
int slot_write(int slot, uint32_t offset, const uint8_t* bytes, uint32_t count);

/* Called once a slot is complete, before its code is run. YOUR BOARD: cleans the data cache and invalidates
 * the instruction cache, where there are any. */
void slot_finish(int slot);

typedef struct slot_record {
  int32_t current;         /* the slot that runs after a reset; -1: none */
  uint32_t least_rollback; /* never decreases */
} slot_record;

/* YOUR BOARD: replaces the record at once or not at all, also if the power fails. */
slot_record slot_record_read(void);
void slot_record_write(slot_record record);

#endif
