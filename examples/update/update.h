/* Installs an image in the slot that is not in use, while the other one runs.
 *
 * begin, write ..., verify, test: each returns kUpdateOk or the reason. After any reason the old image runs
 * on. The new image runs from the next stream on; a stream that is in progress ends with the image that it
 * began with, and until then no further update begins. */
#ifndef EXAMPLES_UPDATE_UPDATE_H_
#define EXAMPLES_UPDATE_UPDATE_H_

#include "network.h"

typedef enum update_status {
  kUpdateOk = 0,
  kUpdateBusy = 1,           /* a stream still uses the slot */
  kUpdateTooLarge = 2,       /* the image is larger than a slot */
  kUpdateOutOfOrder = 3,     /* a call without the one before it, or a gap between two writes */
  kUpdateIncomplete = 4,     /* bytes are missing */
  kUpdateRefused = 5,        /* by the loader: *why is a nook_image_status */
  kUpdateOtherInterface = 6, /* the product can't use this network, or it needs more memory */
  kUpdateTestFailed = 7,     /* the self-test's output is another one */
  kUpdateNoImage = 8,        /* no image is installed */
  kUpdateFlash = 9,          /* the slot can't be written */
  kUpdateNoRequest = 10      /* the frame has another form */
} update_status;

/* After a reset: opens the image that ran before, or the other one if that is damaged. */
update_status update_start(void);

/* Erases the spare slot for an image of `bytes` bytes, signature included. From now on images with a lower
 * rollback counter than the current one's are refused. */
update_status update_begin(uint32_t bytes);
/* The next bytes. */
update_status update_write(uint32_t offset, const uint8_t* bytes, uint32_t count);
/* Checks digest, core, signature, rollback counter, interface and memory. The image does not run yet. */
update_status update_verify(int* why);
/* Runs the new image with a known input. If the output is the expected one, the image becomes the current
 * one. */
update_status update_test(const int8_t input[kInputBytes], const int8_t expected[kOutputBytes]);

/* A stream: rows of one input, for the current image. */
update_status stream_begin(void);
/* Sets *output to the scores once all rows have come; otherwise to NULL. */
update_status stream_push(const int8_t* rows, int32_t count, const int8_t** output);

/* The image that the next stream takes, and its slot; NULL and -1: none. */
const nook_image* current_image(int* slot);

#endif
