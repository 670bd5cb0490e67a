#include "update.h"

#include <string.h>

#include "policy.h"
#include "slots.h"

typedef enum phase { kIdle, kWriting, kVerified } phase;

static network networks[kSlots];
static uint8_t arenas[kSlots][kArenaBytes] NOOK_ALIGNED(16);
static int current = -1, streaming = -1; /* slots; -1: none */
static int32_t rows_so_far;
static int8_t scores[kOutputBytes];

static phase reached;
static uint32_t bytes_in_all, bytes_so_far;

static int spare(void) { return current == 0 ? 1 : 0; }

/* Opens the image in a slot. `size`: the bytes that belong to it. */
static update_status open_slot(int slot, uint32_t size, int* why) {
  const nook_image_policy policy = policy_with(slot_record_read().least_rollback);
  network* const n = &networks[slot];
  *why = nook_image_open_trusted(slot_at(slot), size, &policy, &n->image);
  if (*why != NOOK_IMAGE_OK) return kUpdateRefused;
  return network_lend(n, arenas[slot]) ? kUpdateOk : kUpdateOtherInterface;
}

update_status update_start(void) {
  int why;
  const int first = slot_record_read().current;
  reached = kIdle;
  current = streaming = -1;
  if (first < 0) return kUpdateNoImage;
  if (open_slot(first, kSlotBytes, &why) == kUpdateOk)
    current = first;
  else if (open_slot(1 - first, kSlotBytes, &why) == kUpdateOk)
    current = 1 - first;
  return current < 0 ? kUpdateNoImage : kUpdateOk;
}

/* The image before the current one is about to be erased: from now on older ones are refused. */
static void raise_rollback(void) {
  slot_record record = slot_record_read();
  if (current < 0 || networks[current].image.header->rollback_counter <= record.least_rollback) return;
  record.least_rollback = networks[current].image.header->rollback_counter;
  slot_record_write(record);
}

update_status update_begin(uint32_t bytes) {
  reached = kIdle;
  if (streaming == spare()) return kUpdateBusy;
  if (bytes > kSlotBytes) return kUpdateTooLarge;
  raise_rollback();
  if (!slot_erase(spare())) return kUpdateFlash;
  reached = kWriting;
  bytes_in_all = bytes;
  bytes_so_far = 0;
  return kUpdateOk;
}

update_status update_write(uint32_t offset, const uint8_t* bytes, uint32_t count) {
  if (reached != kWriting || offset != bytes_so_far) return kUpdateOutOfOrder;
  if (count > bytes_in_all - bytes_so_far) return kUpdateTooLarge;
  if (!slot_write(spare(), offset, bytes, count)) return kUpdateFlash;
  bytes_so_far += count;
  return kUpdateOk;
}

update_status update_verify(int* why) {
  *why = NOOK_IMAGE_OK;
  if (reached != kWriting) return kUpdateOutOfOrder;
  if (bytes_so_far < bytes_in_all) return kUpdateIncomplete;
  reached = kIdle;
  slot_finish(spare());
  const update_status status = open_slot(spare(), bytes_in_all, why);
  if (status == kUpdateOk) reached = kVerified;
  return status;
}

update_status update_test(const int8_t input[kInputBytes], const int8_t expected[kOutputBytes]) {
  int8_t output[kOutputBytes];
  network* const n = &networks[spare()];
  if (reached != kVerified) return kUpdateOutOfOrder;
  reached = kIdle;
  /* YOUR BOARD: a watchdog that resets the board ends an image that hangs; the record still names the old
   * one. */
  if (!network_run(n, input, output) || memcmp(output, expected, sizeof output) != 0)
    return kUpdateTestFailed;
  if (n->image.model.reset(&n->memory) != NOOK_OK) return kUpdateTestFailed;
  slot_record record = slot_record_read();
  record.current = current = spare();
  slot_record_write(record);
  return kUpdateOk;
}

update_status stream_begin(void) {
  streaming = -1;
  if (current < 0) return kUpdateNoImage;
  if (networks[current].image.model.begin(&networks[current].memory) != NOOK_OK) return kUpdateOutOfOrder;
  streaming = current;
  rows_so_far = 0;
  return kUpdateOk;
}

update_status stream_push(const int8_t* rows, int32_t count, const int8_t** output) {
  *output = NULL;
  if (streaming < 0 || count < 1 || count > kRows - rows_so_far) return kUpdateOutOfOrder;
  network* const n = &networks[streaming];
  void* const outputs[] = {scores};
  if (n->image.model.push_rows(&n->memory, rows, count) != NOOK_OK) return kUpdateOutOfOrder;
  rows_so_far += count;
  if (rows_so_far < kRows) return kUpdateOk;
  streaming = -1;
  if (n->image.model.finish(&n->memory, outputs) != NOOK_OK) return kUpdateOutOfOrder;
  *output = scores;
  return kUpdateOk;
}

const nook_image* current_image(int* slot) {
  *slot = current;
  return current < 0 ? NULL : &networks[current].image;
}
