#include "board.h"
#include "ports/port.h"

enum { kGuard = 32, kArena = 200 << 10, kMostLent = 32 };

static uint8_t arena[kArena];
static size_t used;
static struct { uint8_t *first, *end; } lent[kMostLent];
static int lent_count;

static void say_number(int32_t n) {
  char text[12];
  char* at = text + sizeof text - 1;
  *at = 0;
  do *--at = (char)('0' + n % 10), n /= 10;
  while (n > 0);
  port_print(at);
}

void* lend(size_t bytes, size_t alignment, uint32_t turn) {
  const size_t to = turn % 2 ? 2 * alignment : alignment;
  uintptr_t start = ((uintptr_t)(arena + used) + kGuard + to - 1) / to * to;
  if (turn % 2) start += alignment;
  uint8_t* const first = (uint8_t*)start;
  if (lent_count == kMostLent || first + bytes + kGuard > arena + kArena) {
    port_print("the arena of the test is too small\n");
    port_exit(2);
  }
  memset(arena + used, 0xc3, (size_t)(first - (arena + used)));
  for (size_t i = 0; i < bytes; ++i) first[i] = (uint8_t)(turn * 101 + i * 37);
  memset(first + bytes, 0xc3, kGuard);
  lent[lent_count].first = first, lent[lent_count++].end = first + bytes;
  used = (size_t)(first - arena) + bytes;
  return first;
}

int damaged(void) {
  for (int i = 0; i < lent_count; ++i)
    for (int k = 0; k < kGuard; ++k)
      if (lent[i].first[-1 - k] != 0xc3 && (i == 0 || lent[i].first - 1 - k >= lent[i - 1].end)) return 1;
  for (int k = 0; lent_count > 0 && k < kGuard; ++k)
    if (lent[lent_count - 1].end[k] != 0xc3) return 1;
  return 0;
}

static struct {
  const uint8_t* file;
  uint8_t *staging, *to, *last;
  size_t bytes, staging_bytes, next, count, last_count;
  int pending, wrong;
} card;

static int card_begin(void* user, uint32_t offset, uint32_t bytes, void* to) {
  const size_t at = (size_t)((uint8_t*)to - card.staging);
  (void)user;
  if (card.pending || bytes == 0 || offset > card.bytes || bytes > card.bytes - offset ||
      at > card.staging_bytes || bytes > card.staging_bytes - at || (offset > 0 && offset != card.next))
    return card.wrong = 1;
  memset(to, 0x5a, bytes);
  card.to = to, card.count = bytes, card.next = offset, card.pending = 1;
  return 0;
}

static int card_wait(void* user) {
  (void)user;
  if (!card.pending) return card.wrong = 1;
  if (card.last) memset(card.last, 0xc3, card.last_count);
  memcpy(card.to, card.file + card.next, card.count);
  card.last = card.to, card.last_count = card.count, card.next += card.count, card.pending = 0;
  return 0;
}

const nook_storage board_card = {card_begin, card_wait, NULL};

void card_insert(const uint8_t* file, size_t bytes, uint8_t* staging, size_t staging_bytes) {
  memset(&card, 0, sizeof card);
  card.file = file, card.bytes = bytes, card.staging = staging, card.staging_bytes = staging_bytes;
}

int card_read(void) { return !card.wrong && !card.pending && card.next == card.bytes; }

int bytes_differ(const void* got, const void* expected, size_t bytes, int exact) {
  const int8_t *g = got, *e = expected;
  for (size_t i = 0; i < bytes; ++i) {
    const int difference = g[i] - e[i];
    if (difference != 0 && (exact || difference < -1 || difference > 1)) return 1;
  }
  return 0;
}

/* int16 shows differences in the last bits of libm's floats sooner than int8, because its steps are 256 times
 * finer. */
int words_differ(const void* got, const void* expected, size_t bytes, int exact) {
  const int16_t *g = got, *e = expected;
  const int most = exact ? 0 : 16;
  for (size_t i = 0; i < bytes / sizeof *g; ++i)
    if (g[i] - e[i] > most || e[i] - g[i] > most) return 1;
  return 0;
}

/* Infinite, or a NaN: a function outside of its domain. */
static int is_finite(float x) { return x - x == 0; }

static int beyond(const float* g, const float* e, size_t count, float relative, float of_largest,
                  float absolute) {
  float most = 0;
  for (size_t i = 0; i < count; ++i) {
    const float magnitude = e[i] < 0 ? -e[i] : e[i];
    if (is_finite(magnitude) && magnitude > most) most = magnitude;
  }
  for (size_t i = 0; i < count; ++i) {
    if (g[i] == e[i] || (g[i] != g[i] && e[i] != e[i])) continue;
    const float difference = g[i] < e[i] ? e[i] - g[i] : g[i] - e[i];
    const float magnitude = e[i] < 0 ? -e[i] : e[i];
    if (!(difference <= relative * magnitude + of_largest * most + absolute)) return 1;
  }
  return 0;
}

int floats_differ(const void* got, const void* expected, size_t bytes) {
  return beyond(got, expected, bytes / sizeof(float), 0, 1e-5f, 1e-6f);
}

int floats_apart(const void* got, const void* expected, size_t bytes, float relative, float of_largest) {
  return beyond(got, expected, bytes / sizeof(float), relative, of_largest, 0);
}

int main(void) {
  static const char* const kWrong[] = {
      "",           "its status", "its output",       "memory around its own",
      "its stream", "its reset",  "a tensor between", "its weights"};
  int failures = 0;
  for (int i = 0; i < board_model_count; ++i)
    for (uint32_t turn = 0; turn < 2; ++turn) {
      used = 0, lent_count = 0;
      const int wrong = board_models[i].test(turn);
      if (wrong == 0) continue;
      ++failures;
      port_print("seed "), say_number(board_models[i].seed), port_print(": "), port_print(kWrong[wrong]);
      port_print("\n");
    }
  say_number(board_model_count), port_print(" graphs, "), say_number(failures), port_print(" differ\n");
  return failures > 0;
}
