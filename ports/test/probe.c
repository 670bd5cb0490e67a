/* A firmware that shows one property of a port per run, selected by argv[1]. Without stdio and heap, like
 * firmware that runs a compiled model. */
#include <math.h>
#include <string.h>

#include "ports/port.h"

enum { kFileBytes = 1 << 20, kFrameBytes = 4096 };

extern const uint8_t large_constants[] __attribute__((section(".nook_constants")));
extern const uint8_t large_constants_end[];
static uint8_t scratch[2600 << 10] __attribute__((section(".nook_scratch"), aligned(16)));
static uint32_t initialised = 0x12345678u;
static uint32_t zeroed[4];
volatile float one_and_a_half = 1.5f;
volatile float thousand = 1000.0f;

static void print_number(uint32_t value) {
  char text[11];
  char* digit = text + sizeof text - 1;
  *digit = 0;
  do *--digit = (char)('0' + value % 10);
  while (value /= 10);
  port_print(digit);
  port_print("\n");
}

static uint32_t parse_number(const char* text) {
  uint32_t value = 0;
  while (*text) value = value * 10 + (uint32_t)(*text++ - '0');
  return value;
}

/* FNV-1a, as computed by the test. */
static uint32_t hash(const uint8_t* data, size_t bytes) {
  uint32_t value = 2166136261u;
  for (size_t i = 0; i < bytes; ++i) value = (value ^ data[i]) * 16777619u;
  return value;
}

static int show_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    port_print(argv[i]);
    port_print("\n");
  }
  return argv[argc] == NULL ? argc : 0;
}

static int show_memory(void) {
  if (initialised != 0x12345678u || zeroed[0] || zeroed[1] || zeroed[2] || zeroed[3]) return 1;
  initialised = 0, zeroed[0] = 1;
  return 0;
}

/* Writes the upper case of argv[2] to argv[3]. */
static int echo_file(char** argv) {
  const int32_t length = port_file_read(argv[2], scratch, sizeof scratch);
  if (length < 0) return 1;
  for (int32_t i = 0; i < length; ++i) {
    if (scratch[i] >= 'a' && scratch[i] <= 'z') scratch[i] = (uint8_t)(scratch[i] - 32);
  }
  return port_file_write(argv[3], scratch, (size_t)length) == length ? 0 : 2;
}

static int read_megabyte(char** argv) {
  if (port_file_read("no such file", scratch, 1) != -1) return 1;
  if (port_file_write("no such folder/file", scratch, 1) != -1) return 2;
  if (port_file_read(argv[2], scratch, 0) != kFileBytes) return 3;
  scratch[10] = 77;
  if (port_file_read(argv[2], scratch, 10) != kFileBytes || scratch[10] != 77) return 4;
  if (port_file_read(argv[2], scratch, sizeof scratch) != kFileBytes) return 5;
  print_number(hash(scratch, kFileBytes));
  return 0;
}

/* Two instructions per iteration and nothing else between the marks. */
__attribute__((noinline)) static void count_down(uint32_t turns) {
  port_mark(0);
#if defined(__thumb__)
  __asm volatile("1: sub %0, %0, #1\n cmp %0, #0\n bne 1b" : "+l"(turns)::"cc");
#elif defined(__riscv)
  __asm volatile("1: addi %0, %0, -1\n nop\n bnez %0, 1b" : "+r"(turns));
#endif
  port_mark(1);
}

/* Marks 2 and 3 as the last instruction of one page and the first of the next (1 KiB pages on Arm, 4 KiB on
 * RISC-V, where the first spans both). */
__attribute__((noinline)) static void mark_at_the_end_of_a_page(void) {
#if defined(__thumb__)
  __asm volatile("b 1f\n .balign 1024\n .skip 1022\n 1:");
#elif defined(__riscv)
  __asm volatile("j 1f\n .balign 4096\n .skip 4094\n 1:");
#endif
  port_mark(2);
  port_mark(3);
}

static int count_loops(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) count_down(parse_number(argv[i]));
  mark_at_the_end_of_a_page();
  return 0;
}

__attribute__((noinline)) static uint32_t use_stack(size_t bytes) {
  volatile uint8_t frame[kFrameBytes];
  frame[0] = (uint8_t)bytes, frame[kFrameBytes - 1] = 1;
  return frame[0] + (bytes > kFrameBytes ? use_stack(bytes - kFrameBytes) : 0u) + frame[kFrameBytes - 1];
}

static int show_stack(void) {
  const void* from = port_stack_repaint();
  print_number((uint32_t)port_stack_used(from));
  use_stack(kFrameBytes);
  print_number((uint32_t)port_stack_used(from));
  use_stack(4 * kFrameBytes);
  print_number((uint32_t)port_stack_used(from));
  from = port_stack_repaint();
  use_stack(2 * kFrameBytes);
  print_number((uint32_t)port_stack_used(from));
  return 0;
}

static int show_floats(void) {
  print_number((uint32_t)(one_and_a_half * thousand + sqrtf(2.0f * one_and_a_half * one_and_a_half)));
  print_number((uint32_t)(thousand * expf(one_and_a_half)));
  return isinf(expf(thousand)) ? 0 : 1;
}

static int show_large(void) {
  print_number(hash(large_constants, (size_t)(large_constants_end - large_constants)));
  memset(scratch, 0xA5, sizeof scratch);
  print_number(hash(scratch, sizeof scratch));
  return 0;
}

/* Prints ticks, hertz. */
static int show_clock(void) {
  const uint32_t start = port_clock();
  count_down(10000000u);
  print_number(port_clock() - start);
  print_number(port_clock_hz());
  return 0;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "arguments")) return show_arguments(argc, argv);
  if (!strcmp(what, "memory")) return show_memory();
  if (!strcmp(what, "echo") && argc == 4) return echo_file(argv);
  if (!strcmp(what, "read") && argc == 3) return read_megabyte(argv);
  if (!strcmp(what, "count")) return count_loops(argc, argv);
  if (!strcmp(what, "stack")) return show_stack();
  if (!strcmp(what, "floats")) return show_floats();
  if (!strcmp(what, "large")) return show_large();
  if (!strcmp(what, "clock")) return show_clock();
  if (!strcmp(what, "exit")) port_exit(42);
  if (!strcmp(what, "overflow")) return (int)use_stack(1u << 20) & 1;
#if defined(__thumb__)
  if (!strcmp(what, "fault")) __asm volatile(".inst.n 0xde00");
#elif defined(__riscv)
  if (!strcmp(what, "fault")) __asm volatile(".2byte 0, 0");
#endif
  return 99;
}
