/* From reset to main on QEMU's virt machine, one RV32IMC hart in machine mode. */
#include "ports/port.h"
#include "ports/shared/semihosting.h"

extern uint32_t port_stack_limit[];
extern uint32_t port_data_start[], port_data_end[], port_bss_start[], port_bss_end[];
extern const uint32_t port_data_load[];
extern void (*const port_constructors_start[])(void);
extern void (*const port_constructors_end[])(void);
int main(int argc, char** argv);

enum { kCommandLineBytes = 1024, kMaxArguments = 32, kExitFault = 125, kGuardBytes = 1 << 20 };

/* There is no unit to switch on. Below the stack the RAM goes on, so the memory protection makes the megabyte
 * there a fault: a locked region (a power of two and aligned to it) that not even machine mode may touch. */
void port_init(void) {
  const uint32_t guard = (uint32_t)(uintptr_t)port_stack_limit - kGuardBytes;
  const uint32_t region = guard >> 2 | (kGuardBytes / 2 - 1) >> 2;
  const uint32_t locked_no_access = 0x80u | 0x18u;
  __asm volatile(
      ".option push\n .option arch, +zicsr\n"
      "csrw pmpaddr0, %0\n csrw pmpcfg0, %1\n"
      ".option pop" ::"r"(region),
      "r"(locked_no_access)
      : "memory");
}

static void set_up_memory(void) {
  const uint32_t* from = port_data_load;
  for (uint32_t* to = port_data_start; to < port_data_end; ++to) *to = *from++;
  for (uint32_t* to = port_bss_start; to < port_bss_end; ++to) *to = 0;
}

__attribute__((noreturn, used)) static void run(void) {
  char text[kCommandLineBytes];
  char* argv[kMaxArguments + 1];
  port_init();
  set_up_memory();
  for (void (*const* construct)(void) = port_constructors_start; construct < port_constructors_end;
       ++construct) {
    (*construct)();
  }
  port_stack_repaint();
  const int argc = semihosting_arguments(text, sizeof text, argv, kMaxArguments + 1);
  port_exit(main(argc, argv));
}

/* The first instruction. gp and tp are fixed for good: the linker shortens accesses through the first,
 * picolibc's errno lies behind the second. */
__attribute__((naked, section(".reset"))) void port_reset(void);
void port_reset(void) {
  __asm volatile(
      ".option push\n .option norelax\n la gp, __global_pointer$\n .option pop\n"
      "la tp, port_thread_start\n"
      "la sp, port_stack_top\n"
      ".option push\n .option arch, +zicsr\n la t0, fault\n csrw mtvec, t0\n .option pop\n"
      "j run");
}

static void print_hex(uint32_t value) {
  char text[12] = "0x";
  for (int i = 0; i < 8; ++i) text[2 + i] = "0123456789abcdef"[(value >> (28 - 4 * i)) & 15];
  text[10] = 0;
  port_print(text);
}

__attribute__((noreturn, used)) static void report_fault(uint32_t cause, uint32_t address) {
  port_print("\nfault: cause ");
  print_hex(cause);
  port_print(" at ");
  print_hex(address);
  port_print("\n");
  port_exit(kExitFault);
}

/* Reports from the top of the stack: the stack may be what overflowed. */
__attribute__((naked, used, aligned(4))) static void fault(void) {
  __asm volatile(
      ".option push\n .option arch, +zicsr\n"
      "csrr a0, mcause\n csrr a1, mepc\n"
      ".option pop\n"
      "la sp, port_stack_top\n j report_fault");
}
