/* A firmware that gets its network over the serial port. It answers questions of send.py, in the frames of
 * ports/serial/frame.h: a status, a second number, and data.
 *
 *   'Q'                          the current image: its slot, counter (4), SHA-256 of the model (32)
 *   'U' bytes (4)                an update begins
 *   'D' offset (4), bytes        the next bytes of the image
 *   'V'                          verify; the second number is the loader's status
 *   'T' input, expected output   self-test, and switch
 *   'B'                          a stream begins
 *   'P' rows                     rows of its input; answer: the output, with the last row
 *   'X'                          as after a reset
 *
 * A question with the number of the one before is the same question, whose answer was lost: the answer is
 * sent again, and nothing is done. 'Q' always gets a fresh answer. */
#include <string.h>

#include "nook/image/image.h"
#include "ports/port.h"
#include "ports/serial/frame.h"
#include "ports/serial/serial.h"
#include "update.h"

static frame_reader reader;
static uint8_t answer[kFrameBytes];
static uint32_t answer_bytes, last_number = ~0u;

static uint32_t tell(uint32_t at, const void* data, uint32_t bytes) {
  memcpy(answer + kFrameHeader + at, data, bytes);
  return at + bytes;
}

/* Writes the facts of the current image, from the third byte on. Returns the length of the whole answer. */
static uint32_t tell_image(void) {
  int slot;
  const nook_image* const image = current_image(&slot);
  uint8_t numbers[5] = {(uint8_t)slot};
  if (!image) return 2;
  frame_put(numbers + 1, 4, image->header->rollback_counter);
  return tell(tell(2, numbers, sizeof numbers), image->header->model_sha256, 32);
}

/* Carries out the request in `reader`. Returns the length of the answer. */
static uint32_t act(void) {
  const uint8_t* const data = frame_payload(&reader);
  const uint32_t bytes = frame_length(&reader), kind = frame_kind(&reader);
  update_status status = kUpdateNoRequest;
  int second = 0;
  uint32_t length = 2;
  if (kind == 'Q') {
    int slot;
    status = current_image(&slot) ? kUpdateOk : kUpdateNoImage;
    length = tell_image();
  } else if (kind == 'U' && bytes == 4) {
    status = update_begin(frame_get(data, 4));
  } else if (kind == 'D' && bytes > 4) {
    status = update_write(frame_get(data, 4), data + 4, bytes - 4);
  } else if (kind == 'V') {
    status = update_verify(&second);
  } else if (kind == 'T' && bytes == kInputBytes + kOutputBytes) {
    status = update_test((const int8_t*)data, (const int8_t*)data + kInputBytes);
  } else if (kind == 'B') {
    status = stream_begin();
  } else if (kind == 'P' && bytes % kRowBytes == 0) {
    const int8_t* scores;
    status = stream_push((const int8_t*)data, (int32_t)(bytes / kRowBytes), &scores);
    if (scores) length = tell(2, scores, kOutputBytes);
  } else if (kind == 'X') {
    status = update_start();
  }
  answer[kFrameHeader] = (uint8_t)status;
  answer[kFrameHeader + 1] = (uint8_t)second;
  return length;
}

static void reply(void) {
  const uint32_t number = frame_number(&reader);
  if (frame_version(&reader) != NOOK_FRAME_VERSION) return;
  if (number != last_number || frame_kind(&reader) == 'Q')
    answer_bytes = frame_close(answer, kFrameAnswer, number, act());
  last_number = number;
  for (uint32_t i = 0; i < answer_bytes; ++i) serial_put(answer[i]);
}

int main(void) {
  port_init();
  serial_start();
  update_start();
  const uint32_t patience = port_clock_hz() / 10;
  uint32_t since = port_clock();
  for (;;) {
    const int byte = serial_get();
    if (byte < 0) {
      if (port_clock() - since > patience) frame_done(&reader); /* the rest of a frame never came */
      continue;
    }
    since = port_clock();
    if (!frame_take(&reader, (uint8_t)byte)) continue;
    reply();
    frame_done(&reader);
    since = port_clock();
  }
}
