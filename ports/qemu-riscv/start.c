/* From reset to main on QEMU's virt machine, one RV32IMC hart in machine mode. */
#include "ports/shared/start_emulated.h"

extern uint32_t port_stack_limit[];

enum { kGuardBytes = 1 << 20 };

/* Enables vectors and the FPU: a core without them ignores the fields of mstatus. RAM continues below the
 * stack, so the memory protection makes the megabyte there fault: a locked region (a power of two and aligned
 * to it) that not even machine mode may access. */
void port_init(void) {
  const uint32_t guard = (uint32_t)(uintptr_t)port_stack_limit - kGuardBytes;
  const uint32_t region = guard >> 2 | (kGuardBytes / 2 - 1) >> 2;
  const uint32_t locked_no_access = 0x80u | 0x18u;
  const uint32_t vectors_and_floats_initial = 1u << 9 | 1u << 13;
  __asm volatile(
      ".option push\n .option arch, +zicsr\n"
      "csrw pmpaddr0, %0\n csrw pmpcfg0, %1\n csrs mstatus, %2\n"
      ".option pop" ::"r"(region),
      "r"(locked_no_access), "r"(vectors_and_floats_initial)
      : "memory");
}

__attribute__((noreturn, used)) static void run(void) {
  port_init();
  run_emulated();
}

/* The first instruction. gp and tp are constant: the linker shortens accesses relative to the first,
 * picolibc's errno is relative to the second. */
__attribute__((naked, section(".reset"))) void port_reset(void);
void port_reset(void) {
  __asm volatile(
      ".option push\n .option norelax\n la gp, __global_pointer$\n .option pop\n"
      "la tp, port_thread_start\n"
      "la sp, port_stack_top\n"
      ".option push\n .option arch, +zicsr\n la t0, fault\n csrw mtvec, t0\n .option pop\n"
      "j run");
}

__attribute__((noreturn, used)) static void report_fault(uint32_t cause, uint32_t address) {
  port_print("\nfault: cause ");
  print_hex(cause);
  port_print(" at ");
  print_hex(address);
  port_print("\n");
  port_exit(kExitFault);
}

/* Reports from the top of the stack, because the stack may have overflowed. */
__attribute__((naked, used, aligned(4))) static void fault(void) {
  __asm volatile(
      ".option push\n .option arch, +zicsr\n"
      "csrr a0, mcause\n csrr a1, mepc\n"
      ".option pop\n"
      "la sp, port_stack_top\n j report_fault");
}
