/* Reads handwritten digits on a board: the whole of an application that runs a network in memory it owns.
 *
 * Every byte that the network touches is declared here or is constant: no heap, no parser, no allocator. The
 * digits come through the debugger's semihosting from the folder that the board was started in. */
#include <string.h>

#include "digits.h"
#include "ports/port.h"

/* The scratch is ours: between two calls of digits_run it may serve anything else. */
static uint8_t scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
/* const, so it lives in flash: no stray write can make the network use other memory. */
static const digits_memory memory = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};

enum { kSide = 8, kDigits = 40, kMarkBegin = 0, kMarkEnd = 1 };

static void print_number(int32_t value) {
  char text[12];
  char* at = text + sizeof text;
  *--at = 0;
  do *--at = (char)('0' + value % 10);
  while (value /= 10);
  port_print(at);
}

static void print_field(const char* name, int32_t bytes) {
  port_print(name);
  print_number(bytes);
  port_print(" bytes\n");
}

static void print_memory(void) {
  port_print("memory, known before anything ran:\n");
  print_field("  input     ", (int32_t)sizeof(digits_input));
  print_field("  output    ", (int32_t)sizeof(digits_output));
  print_field("  scratch   ", DIGITS_SCRATCH_SRAM_BYTES);
  print_field("  constants ", DIGITS_CONSTANT_FLASH_BYTES);
  print_field("  stack     ", DIGITS_STACK_BYTES);
}

/* Pixels are levels from 0 (paper) to 16 (ink). */
static void print_digit(const int8_t* pixels) {
  static const char kInk[] = " .:-=+*#%@";
  char line[2 * kSide + 2];
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const char ink = kInk[pixels[y * kSide + x] * 9 / 16];
      line[2 * x] = ink;
      line[2 * x + 1] = ink;
    }
    line[2 * kSide] = '\n';
    line[2 * kSide + 1] = 0;
    port_print(line);
  }
}

static int argmax(const int8_t* scores, int count) {
  int best = 0;
  for (int i = 1; i < count; ++i)
    if (scores[i] > scores[best]) best = i;
  return best;
}

/* "run7_input0.bin" */
static void name_of(int k, char* name) {
  strcpy(name, "run");
  name += 3;
  if (k >= 10) *name++ = (char)('0' + k / 10);
  *name++ = (char)('0' + k % 10);
  strcpy(name, "_input0.bin");
}

int main(int argc, char** argv) {
  (void)argc;
  (void)argv;
  static digits_input in;
  static digits_output out;
  static char labels[2 * kDigits];
  if (port_file_read("labels.txt", labels, sizeof labels) < (int32_t)sizeof labels) {
    port_print("labels.txt is missing: start this in models/digits/heldout\n");
    return 4;
  }
  print_memory();
  int right = 0;
  for (int k = 0; k < kDigits; ++k) {
    char name[24];
    name_of(k, name);
    if (port_file_read(name, &in, sizeof in) != (int32_t)sizeof in) {
      port_print(name);
      port_print(" is missing or has another size\n");
      return 4;
    }
    port_mark(kMarkBegin);
    const nook_status status = digits_run(&memory, &in, &out);
    port_mark(kMarkEnd);
    if (status != NOOK_OK) return 1;
    const int digit = argmax((const int8_t*)&out, DIGITS_OUTPUT_COUNT);
    const int label = labels[2 * k] - '0';
    port_print("\n");
    print_digit((const int8_t*)&in);
    port_print("read as ");
    print_number(digit);
    port_print(digit == label ? ", right\n" : ", wrong\n");
    right += digit == label;
  }
  port_print("\n");
  print_number(right);
  port_print(" of ");
  print_number(kDigits);
  port_print(" digits read right\n");
  return right < kDigits - 2;
}
