/* Implements ports/port.h over a serial line: the command at the other end provides the runner's files, and
 * receives its text and exit codes (nook run, validate and bench with --port). No heap; it needs memory for
 * two frames and a line of text.
 *
 * A question is asked kAttempts times; then the session ends and the board waits for the next. kFrameBegin
 * begins one at any time, even if the last one was interrupted. */
#include "ports/serial/serial.h"

#include <setjmp.h>

#include "ports/port.h"
#include "ports/runner/runner.h"
#include "ports/serial/frame.h"

enum { kAttempts = 4, kWordBytes = 256, kWords = 16, kLineBytes = 120, kPatience = 4 * kFrameBytes };

static frame_reader reader;
static uint8_t question[kFrameBytes];
static uint8_t* const payload = question + kFrameHeader;
static uint32_t number;
static char line[kLineBytes + 1];
static uint32_t line_length;
static jmp_buf idle;

static void send(uint32_t kind, uint32_t length) {
  const uint32_t bytes = frame_close(question, kind, number, length);
  for (uint32_t i = 0; i < bytes; ++i) serial_put(question[i]);
}

/* Whether a frame arrived before half a second passed without a byte. Also gives up on a line that never
 * falls silent. */
static int receive(void) {
  const uint32_t half_a_second = port_clock_hz() / 2;
  uint32_t since = port_clock();
  for (uint32_t bytes = 0; bytes < kPatience && port_clock() - since < half_a_second;) {
    const int byte = serial_get();
    if (byte < 0) continue;
    if (frame_take(&reader, (uint8_t)byte)) return 1;
    since = port_clock();
    ++bytes;
  }
  frame_done(&reader);
  return 0;
}

/* Sends the question in `payload` and leaves the answer in the reader; does not return if there is none. */
static void ask(uint32_t kind, uint32_t length) {
  ++number;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    frame_done(&reader);
    send(kind, length);
    while (receive()) {
      if (frame_kind(&reader) == kFrameBegin) longjmp(idle, 1);
      const int mine = frame_kind(&reader) == kFrameAnswer && frame_number(&reader) == (number & 0xFFu);
      if (mine && frame_version(&reader) == NOOK_FRAME_VERSION) return;
      frame_done(&reader);
    }
  }
  send(kFrameLost, 0);
  frame_done(&reader);
  longjmp(idle, 1);
}

/* The number at the beginning of an answer; -1: there is none. */
static int32_t answered(void) {
  return frame_length(&reader) < 4 ? -1 : (int32_t)frame_get(frame_payload(&reader), 4);
}

static uint32_t put_bytes(uint32_t at, const void* data, uint32_t bytes) {
  const uint32_t room = kFramePayload - at, n = bytes < room ? bytes : room;
  memcpy(payload + at, data, n);
  return at + n;
}

static uint32_t put_word(uint32_t at, const char* text) {
  return put_bytes(at, text, (uint32_t)strlen(text) + 1);
}

/* ---- ports/port.h ---- */

static void send_line(void) {
  if (line_length == 0) return;
  const uint32_t length = put_bytes(0, line, line_length);
  line_length = 0;
  ask(kFrameText, length);
}

void port_print(const char* text) {
  for (; *text; ++text) {
    line[line_length++] = *text;
    if (*text == '\n' || line_length == kLineBytes) send_line();
  }
}

int32_t port_file_read(const char* name, void* data, size_t capacity) {
  for (size_t done = 0;;) {
    const size_t left = capacity - done, most = kFramePayload - 4;
    const uint32_t wanted = (uint32_t)(left < most ? left : most);
    frame_put(payload, 4, (uint32_t)done);
    frame_put(payload + 4, 2, wanted);
    ask(kFrameRead, put_bytes(6, name, (uint32_t)strlen(name)));
    const int32_t all = answered();
    if (all < 0) return -1;
    const size_t whole = (size_t)all < capacity ? (size_t)all : capacity;
    const uint32_t have = frame_length(&reader) - 4;
    if (have > wanted || done + have > whole) return -1;
    if (have > 0) memcpy((uint8_t*)data + done, frame_payload(&reader) + 4, have);
    done += have;
    if (done == whole) return all;
    if (have == 0) return -1; /* the file ends early */
  }
}

static int32_t write_file(const char* name, const uint8_t* data, size_t bytes, uint32_t append) {
  const uint32_t name_bytes = (uint32_t)strlen(name), most = kFramePayload - 2 - name_bytes;
  size_t done = 0;
  do {
    const uint32_t n = (uint32_t)(bytes - done < most ? bytes - done : most);
    payload[0] = (uint8_t)append;
    payload[1] = (uint8_t)name_bytes;
    ask(kFrameWrite, put_bytes(put_bytes(2, name, name_bytes), data + done, n));
    if (answered() != (int32_t)n) return -1;
    append = 1;
    done += n;
  } while (done < bytes);
  return (int32_t)done;
}

int32_t port_file_write(const char* name, const void* data, size_t bytes) {
  return write_file(name, data, bytes, 0);
}

int32_t port_file_append(const char* name, const void* data, size_t bytes) {
  return write_file(name, data, bytes, 1);
}

void port_exit(int code) {
  send_line();
  frame_put(payload, 4, (uint32_t)code);
  ask(kFrameEnd, 4);
  frame_done(&reader);
  longjmp(idle, 1);
}

/* ---- sessions ---- */

/* Copies the words of kFrameBegin, which is in the reader. */
static int take_words(char* text, char** argv) {
  const uint32_t length = frame_length(&reader) < 4 ? 0 : frame_length(&reader) - 4;
  const uint32_t bytes = length < kWordBytes ? length : kWordBytes - 1;
  int argc = 0;
  memcpy(text, frame_payload(&reader) + 4, bytes);
  text[bytes] = 0;
  for (uint32_t at = 0; at < bytes && argc < kWords - 1; at += (uint32_t)strlen(text + at) + 1)
    argv[argc++] = text + at;
  argv[argc] = NULL;
  return argc;
}

static void say_hello(uint32_t session) {
  const nook_model_info* const info = runner_under_test.info;
  uint32_t scratch_bytes = 0;
  for (int32_t i = 0; i < info->pool_count; ++i)
    if (strcmp(info->pools[i].role, "scratch") == 0) scratch_bytes += (uint32_t)info->pools[i].bytes;
  frame_put(payload, 4, session);
  frame_put(payload + 4, 4, port_clock_hz());
  frame_put(payload + 8, 4, scratch_bytes);
  uint32_t length = put_word(12, info->name);
  length = put_word(length, info->model_sha256);
  length = put_word(length, info->target);
  ask(kFrameHello, put_word(length, info->tool_version));
}

int main(void) {
  static char text[kWordBytes];
  static char* argv[kWords];
  port_init();
  serial_start();
  setjmp(idle); /* every session ends here */
  for (;;) {
    line_length = 0;
    while (!(reader.count > 0 && frame_kind(&reader) == kFrameBegin)) {
      frame_done(&reader);
      receive();
    }
    /* Another version: the answer tells this one, and the command gives up. */
    const uint32_t session = frame_length(&reader) < 4 ? 0 : frame_get(frame_payload(&reader), 4);
    const int argc = take_words(text, argv);
    say_hello(session);
    port_exit(runner_main(argc, argv));
  }
}
