/* A malicious command that sends any answers to the board: port_file_read() reports the length of a file only
 * once it has that many bytes, or as many as fit. */
#define main serial_main
#include "ports/serial/serial.c"
#undef main

#include <stdio.h>

enum { kAnswerBytes = 4 * kFrameBytes, kRoom = 3 * kFramePayload };

/* The false command's answer to each request: a length, and up to that many bytes. */
typedef struct answer {
  int32_t length;
  uint32_t bytes;
  int is_short; /* shorter than a length */
} answer;

static answer answers[8];
static int answer_count, asked;
static uint32_t sent; /* bytes of the file sent over the line in valid answers */
static uint8_t line_in[kAnswerBytes];
static uint32_t in_count, in_at, now;
static frame_reader asking;

const runner_model runner_under_test;
int runner_main(int argc, char** argv) { return (void)argc, (void)argv, 0; }
void port_init(void) {}
void serial_start(void) {}
uint32_t port_clock(void) { return now++; }
uint32_t port_clock_hz(void) { return 200; }
int serial_get(void) { return in_at < in_count ? line_in[in_at++] : -1; }

static void reply(void) {
  const answer a = answers[asked < answer_count ? asked : answer_count - 1];
  uint8_t* const body = line_in + kFrameHeader;
  frame_put(body, 4, (uint32_t)a.length);
  memset(body + 4, 0x33, a.bytes);
  in_count = frame_close(line_in, kFrameAnswer, frame_number(&asking), a.is_short ? 2 : 4 + a.bytes);
  in_at = 0;
  sent += a.bytes;
  ++asked;
}

void serial_put(uint8_t byte) {
  if (!frame_take(&asking, byte)) return;
  if (frame_kind(&asking) == kFrameRead) reply();
  frame_done(&asking);
}

static int failures;

static void expect(int fine, const char* what) {
  if (!fine) printf("FAILED %s\n", what);
  failures += !fine;
}

/* The result of a read with these answers; -2: the session ended. */
static int32_t read_with(const answer* given, int count, size_t capacity) {
  static uint8_t room[kRoom + 16];
  memset(room, 0x5A, sizeof room);
  memcpy(answers, given, (size_t)count * sizeof *given);
  answer_count = count, asked = 0, in_count = in_at = 0, sent = 0;
  volatile int32_t got = -2;
  if (setjmp(idle) == 0) got = port_file_read("in/x", room, capacity);
  for (size_t i = capacity; i < sizeof room; ++i) expect(room[i] == 0x5A, "a byte after the room");
  return got;
}

static void by_hand(void) {
  expect(read_with((answer[]){{10, 10, 0}}, 1, 100) == 10, "a small file");
  expect(read_with((answer[]){{10, 4, 0}}, 1, 4) == 10, "the begin of a file");
  expect(read_with((answer[]){{10, 0, 0}}, 1, 0) == 10, "its length alone");
  expect(read_with((answer[]){{-1, 0, 0}}, 1, 100) == -1, "no such file");
  expect(read_with((answer[]){{600, 508, 0}, {600, 92, 0}}, 2, 1000) == 600, "a file in two parts");
  expect(read_with((answer[]){{100, 10, 0}, {100, 0, 0}}, 2, 100) == -1, "bytes that never come");
  expect(read_with((answer[]){{100, 0, 0}}, 1, 100) == -1, "no byte at all");
  expect(read_with((answer[]){{10, 20, 0}}, 1, 100) == -1, "more than the file");
  expect(read_with((answer[]){{10, 20, 0}}, 1, 15) == -1, "more than asked for");
  expect(read_with((answer[]){{600, 508, 0}, {100, 10, 0}}, 2, 1000) == -1, "a file that becomes smaller");
  expect(read_with((answer[]){{0, 0, 1}}, 1, 100) == -1, "an answer without a length");
}

/* Random answers: a length is only reported with the bytes that it promises. */
static void by_chance(void) {
  uint32_t draw = 1;
  int reported = 0;
  for (int i = 0; i < 20000; ++i) {
    answer given[4];
    for (int k = 0; k < 4; ++k) {
      draw = draw * 1664525u + 1013904223u;
      const uint32_t length = draw >> 27 == 0 ? draw : draw >> 20 & 1023;
      const uint32_t bytes = draw >> 8 & 1 ? length : draw >> 9 & 511;
      given[k].length = (int32_t)length, given[k].is_short = draw % 97 == 0;
      given[k].bytes = bytes > kFramePayload - 4 ? kFramePayload - 4 : bytes;
      if (k > 0 && draw >> 7 & 1) given[k].length = given[0].length;
    }
    const size_t capacity = draw >> 5 & 1 ? kRoom : draw >> 10 & 1023;
    const int32_t got = read_with(given, 4, capacity);
    if (got < 0) continue;
    ++reported;
    expect(sent == ((size_t)got < capacity ? (size_t)got : capacity), "a length without its bytes");
  }
  expect(reported > 1000, "some are sound");
}

int main(void) {
  by_hand();
  by_chance();
  printf("%d failures\n", failures);
  return failures > 0;
}
