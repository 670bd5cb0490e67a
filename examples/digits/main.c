/* Reads handwritten digits on a board: a complete application that runs a network in memory it owns.
 *
 * Every byte that the network uses is declared here or is constant: no heap, no parser, no allocator. The
 * digits come through the debugger's semihosting from the folder in which the board was started. */
#include <string.h>

#include "digits.h"
#include "ports/port.h"
#include "ports/print_number.h"

/* The application owns the scratch: between two calls of digits_run it may use it for anything else. */
static uint8_t scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
/* const, so it lives in flash: no stray write can make the network use other memory. */
static const digits_memory memory = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};

/* kBand digits are printed side by side. */
enum { kSide = 8, kDigits = 40, kBand = 4, kMarkBegin = 0, kMarkEnd = 1 };

static void print_field(const char* name, int32_t bytes) {
  port_print(name);
  port_print_number(bytes);
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

/* One line of a digit; pixels are levels from 0 (paper) to 16 (ink). */
static void print_line(const int8_t* pixels) {
  static const char kInk[] = " .:-=+*#%@";
  char line[2 * kSide + 3];
  for (int x = 0; x < kSide; ++x) line[2 * x] = line[2 * x + 1] = kInk[pixels[x] * 9 / 16];
  line[2 * kSide] = line[2 * kSide + 1] = ' ';
  line[2 * kSide + 2] = 0;
  port_print(line);
}

/* Prints the digits side by side, and each result below its digit. */
static void print_band(const digits_input* in, const int* read, const char* labels, int count) {
  port_print("\n");
  for (int y = 0; y < kSide; ++y) {
    for (int i = 0; i < count; ++i) print_line(in[i].image + y * kSide);
    port_print("\n");
  }
  for (int i = 0; i < count; ++i) {
    const int right = read[i] == labels[2 * i] - '0';
    port_print("   reads ");
    port_print_number(read[i]);
    port_print(right ? ", right " : ", WRONG ");
  }
  port_print("\n");
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

/* Reads run `k`; 0 if it does not exist. */
static int load(int k, digits_input* in) {
  char name[24];
  name_of(k, name);
  if (port_file_read(name, in, sizeof *in) == (int32_t)sizeof *in) return 1;
  port_print(name);
  port_print(" is missing or has another size\n");
  return 0;
}

int main(int argc, char** argv) {
  (void)argc;
  (void)argv;
  static digits_input in[kBand];
  static digits_output out;
  static char labels[2 * kDigits];
  if (port_file_read("labels.txt", labels, sizeof labels) < (int32_t)sizeof labels) {
    port_print("labels.txt is missing: start this in models/digits/heldout\n");
    return 4;
  }
  print_memory();
  int right = 0, read[kBand];
  for (int k = 0; k < kDigits; ++k) {
    const int i = k % kBand;
    if (!load(k, &in[i])) return 4;
    port_mark(kMarkBegin);
    const nook_status status = digits_run(&memory, &in[i], &out);
    port_mark(kMarkEnd);
    if (status != NOOK_OK) return 1;
    read[i] = argmax(out.scores, DIGITS_OUTPUT_SCORES_COUNT);
    right += read[i] == labels[2 * k] - '0';
    if (i == kBand - 1) print_band(in, read, labels + 2 * (k - i), kBand);
  }
  port_print("\n");
  port_print_number(right);
  port_print(" of ");
  port_print_number(kDigits);
  port_print(" digits read right\n");
  return right < kDigits - 2;
}
