/* Frames on a serial line, read and written by the runner firmware and by the command alike.
 *
 *   start, version, kind, number, length (2 bytes), payload[length], CRC-32 of everything except the start (4
 * bytes)
 *
 * Numbers are little-endian. The board asks and the command answers, with the number of the question; the
 * only frame that the command sends unasked is kFrameBegin. A question without an answer is asked again with
 * the same number, and its action is not repeated. The layout is the same in all versions, so that
 * incompatible versions can detect each other. C99 and C++17. */
#ifndef NOOK_PORTS_SERIAL_FRAME_H_
#define NOOK_PORTS_SERIAL_FRAME_H_

#include <stdint.h>
#include <string.h>

#define NOOK_FRAME_START   0xA7u
#define NOOK_FRAME_VERSION 1u

enum {
  kFrameHeader = 6,
  kFrameCheck = 4,
  kFramePayload = 512,
  kFrameBytes = kFrameHeader + kFramePayload + kFrameCheck
};

enum {
  kFrameBegin = 'B',  /* command: session (4), then the words of a command line, each null-terminated */
  kFrameAnswer = 'A', /* command: the answer to the question */
  kFrameHello = 'H',  /* board: session (4), clock in Hz (4), bytes of scratch (4), then model, its SHA-256,
                         target and version of nook, each null-terminated; the answer is empty */
  kFrameText = 'T',   /* board: printed text; the answer is empty */
  kFrameRead =
      'R', /* board: offset (4), bytes wanted (2), name; answer: bytes of the file or -1 (4), bytes */
  kFrameWrite =
      'W', /* board: 1 to append (1), length of the name (1), name, bytes; answer: bytes written or -1 (4) */
  kFrameEnd = 'E', /* board: exit code (4); the answer is empty */
  kFrameLost = 'L' /* board: no answer came, the session ends; not answered */
};

/* Collects bytes as they arrive, until they form a frame. */
typedef struct frame_reader {
  uint8_t bytes[kFrameBytes];
  uint32_t count;
  uint32_t damaged; /* frames that were dropped */
} frame_reader;

static inline uint32_t frame_get(const uint8_t* from, int bytes) {
  uint32_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | from[i];
  return value;
}

static inline void frame_put(uint8_t* to, int bytes, uint32_t value) {
  for (int i = 0; i < bytes; ++i) to[i] = (uint8_t)(value >> 8 * i);
}

/* Without a table: 40 bytes of code, and faster than any line. */
static inline uint32_t frame_crc(const uint8_t* data, uint32_t bytes) {
  uint32_t crc = 0xFFFFFFFFu;
  for (uint32_t i = 0; i < bytes; ++i) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (0xEDB88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

static inline uint32_t frame_version(const frame_reader* r) { return r->bytes[1]; }
static inline uint32_t frame_kind(const frame_reader* r) { return r->bytes[2]; }
static inline uint32_t frame_number(const frame_reader* r) { return r->bytes[3]; }
static inline uint32_t frame_length(const frame_reader* r) { return frame_get(r->bytes + 4, 2); }
static inline const uint8_t* frame_payload(const frame_reader* r) { return r->bytes + kFrameHeader; }

/* Puts header and checksum around the `length` bytes at frame + kFrameHeader. Returns the total size. */
static inline uint32_t frame_close(uint8_t* frame, uint32_t kind, uint32_t number, uint32_t length) {
  frame[0] = (uint8_t)NOOK_FRAME_START;
  frame[1] = (uint8_t)NOOK_FRAME_VERSION;
  frame[2] = (uint8_t)kind;
  frame[3] = (uint8_t)number;
  frame_put(frame + 4, 2, length);
  frame_put(frame + kFrameHeader + length, 4, frame_crc(frame + 1, kFrameHeader - 1 + length));
  return kFrameHeader + length + kFrameCheck;
}

/* Drops the first byte and everything up to the next one that may start a frame. */
static inline void frame_skip(frame_reader* r) {
  uint32_t at = 1;
  while (at < r->count && r->bytes[at] != NOOK_FRAME_START) ++at;
  memmove(r->bytes, r->bytes + at, r->count - at);
  r->count -= at;
}

/* Discards a frame that was read, to make room for the next. */
static inline void frame_done(frame_reader* r) { r->count = 0; }

/* Adds one byte. Returns 1 if `bytes` then holds a whole frame; call frame_done() before the next byte. */
static inline int frame_take(frame_reader* r, uint8_t byte) {
  r->bytes[r->count++] = byte;
  while (r->count > 0) {
    if (r->bytes[0] != NOOK_FRAME_START) {
      frame_skip(r);
      continue;
    }
    if (r->count < kFrameHeader) return 0;
    const uint32_t length = frame_length(r), all = kFrameHeader + length + kFrameCheck;
    const int fits = length <= kFramePayload;
    if (fits && r->count < all) return 0;
    if (fits && frame_get(r->bytes + all - kFrameCheck, 4) == frame_crc(r->bytes + 1, all - 1 - kFrameCheck))
      return 1;
    ++r->damaged;
    frame_skip(r);
  }
  return 0;
}

#endif
