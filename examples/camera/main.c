/* Reads handwritten digits from a camera that delivers lines: neither the picture nor any image between the
 * first operators is ever in memory as a whole. */
#include "digits.h"
#include "ports/port.h"
#include "ports/print_number.h"
#include "sensor.h"

static uint8_t scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
static const digits_memory memory = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};

enum { kPictures = 40 };

/* The digit that the network recognizes in a picture, -1 if it could not run. Work proceeds with each line,
 * so the answer is available soon after the last one. */
static int read_digit(void) {
  digits_output out;
  int8_t line[DIGITS_INPUT_IMAGE_ROW_BYTES];
  if (digits_begin(&memory) != NOOK_OK) return -1;
  for (int y = 0; y < DIGITS_INPUT_IMAGE_ROWS; ++y) {
    sensor_line(line, sizeof line);
    if (digits_push_rows(&memory, line, 1) != NOOK_OK) return -1;
  }
  if (digits_finish(&memory, &out) != NOOK_OK) return -1;
  int best = 0;
  for (int i = 1; i < DIGITS_OUTPUT_SCORES_COUNT; ++i)
    if (out.scores[i] > out.scores[best]) best = i;
  return best;
}

int main(int argc, char** argv) {
  (void)argc, (void)argv;
  static char labels[2 * kPictures];
  if (port_file_read("labels.txt", labels, sizeof labels) < (int32_t)sizeof labels) {
    port_print("labels.txt is missing: start this in models/digits/heldout\n");
    return 4;
  }
  int right = 0;
  for (int k = 0; k < kPictures; ++k) {
    if (!sensor_start(k)) return 4;
    const int digit = read_digit();
    if (digit < 0) return 1;
    port_print_number(digit);
    right += digit == labels[2 * k] - '0';
  }
  port_print("\n");
  port_print_number(right);
  port_print(" of ");
  port_print_number(kPictures);
  port_print(" digits read right, in ");
  port_print_number(DIGITS_SCRATCH_SRAM_BYTES);
  port_print(" bytes of scratch and lines of ");
  port_print_number(DIGITS_INPUT_IMAGE_ROW_BYTES);
  port_print("\n");
  return right < kPictures - 2;
}
