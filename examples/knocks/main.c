/* Two doors and one network that recognizes rhythms of knocking. It gets 32 ms of sound at a time and keeps
 * earlier sound in this program's persistent memory: the state of a door is saved while the network listens
 * to the other one, and then restored. */
#include <string.h>

#include "door.h"
#include "knocks.h"
#include "ports/port.h"
#include "ports/print_number.h"

static uint8_t scratch[KNOCKS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(KNOCKS_SCRATCH_SRAM_ALIGN);
static uint8_t persistent[KNOCKS_PERSISTENT_SRAM_BYTES] NOOK_ALIGNED(KNOCKS_PERSISTENT_SRAM_ALIGN);
static const knocks_memory memory = {.scratch_sram = scratch,
                                     .scratch_sram_bytes = sizeof scratch,
                                     .persistent_sram = persistent,
                                     .persistent_sram_bytes = sizeof persistent};

/* kTurn: hops for which the network listens to one door. */
enum { kDoors = 2, kHops = 160, kTurn = 5, kSure = 100 };

static const char* const kRhythms[] = {"", "twice", "shave and a haircut"};
/* Both doors get the same two rhythms, at different times. */
static const int16_t kFront[] = {600, 800, 2000, 2200, 2296, 2400, 2600, -1};
static const int16_t kBack[] = {500, 690, 785, 880, 1080, 3400, 3600, -1};

typedef struct door {
  const char* name;
  door_knocks knocks;
  uint8_t heard[KNOCKS_PERSISTENT_SRAM_BYTES];
  int32_t last; /* rhythm */
} door;

/* The rhythm that was recognized with certainty, or 0. */
static int32_t rhythm_of(const int8_t likely[KNOCKS_OUTPUT_LIKELY_COUNT]) {
  for (int32_t i = 1; i < KNOCKS_OUTPUT_LIKELY_COUNT; ++i)
    if (likely[i] >= kSure) return i;
  return 0;
}

/* One hop; returns the number of rhythms recognized in it, -1 if the network could not run. */
static int listen(door* d, int32_t hop) {
  knocks_input in;
  knocks_output out;
  door_listen(d->knocks, hop, in.loudness);
  if (knocks_run(&memory, &in, &out) != NOOK_OK) return -1;
  const int32_t rhythm = rhythm_of(out.likely), is_new = rhythm && rhythm != d->last;
  d->last = rhythm;
  if (!is_new) return 0;
  port_print_number((hop + 1) * kHopMs);
  port_print(" ms, ");
  port_print(d->name);
  port_print(": ");
  port_print(kRhythms[rhythm]);
  port_print("\n");
  return 1;
}

int main(int argc, char** argv) {
  (void)argc, (void)argv;
  static door doors[kDoors] = {{"front door", kFront, {0}, 0}, {"back door", kBack, {0}, 0}};
  if (knocks_reset(&memory) != NOOK_OK) return 1;
  for (int32_t i = 0; i < kDoors; ++i) memcpy(doors[i].heard, persistent, sizeof persistent);
  int recognised = 0;
  for (int32_t first = 0; first < kHops; first += kTurn) {
    for (int32_t i = 0; i < kDoors; ++i) {
      memcpy(persistent, doors[i].heard, sizeof persistent);
      for (int32_t hop = first; hop < first + kTurn; ++hop) {
        const int new_ones = listen(&doors[i], hop);
        if (new_ones < 0) return 1;
        recognised += new_ones;
      }
      memcpy(doors[i].heard, persistent, sizeof persistent);
    }
  }
  port_print_number(recognised);
  port_print(" rhythms; each door keeps ");
  port_print_number(KNOCKS_PERSISTENT_SRAM_BYTES);
  port_print(" bytes, both share ");
  port_print_number(KNOCKS_SCRATCH_SRAM_BYTES);
  port_print(" of scratch\n");
  return recognised != 4;
}
