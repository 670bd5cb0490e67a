/* From reset to main on the MPS2 and MPS3 boards. */
#include "ports/shared/start_emulated.h"

extern uint32_t port_stack_limit[], port_stack_top[];

void port_init(void) {
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
  volatile uint32_t* const coprocessor_access = (volatile uint32_t*)0xE000ED88u;
  *coprocessor_access |= 0xFu << 20; /* CP10 and CP11: floating point and Helium */
  __asm volatile("dsb\n isb" ::: "memory");
#endif
}

/* Separate from port_reset(), because its prologue may store floating-point registers. */
__attribute__((noinline, noreturn)) static void run(void) { run_emulated(); }

/* The first instruction; the stack pointer is set. */
__attribute__((noreturn)) void port_reset(void);
void port_reset(void) {
  port_init();
  run();
}

/* Reports the address if the frame that the core stacked is in the stack, and ends with a specific exit
 * code. */
__attribute__((noreturn, used)) static void report_fault(const uint32_t* frame) {
  uint32_t exception;
  __asm volatile("mrs %0, ipsr" : "=r"(exception));
  port_print("\nfault: exception ");
  print_hex(exception);
  if (frame >= port_stack_limit && frame + 8 <= port_stack_top) {
    port_print(" at ");
    print_hex(frame[6]);
  } else {
    port_print(", stack overflow");
  }
  port_print("\n");
  port_exit(kExitFault);
}

/* Reports from the top of the stack, because the stack may have overflowed. */
__attribute__((naked, used)) static void fault(void) {
  __asm volatile(
      "mrs r0, msp\n ldr r1, =port_stack_top\n mov sp, r1\n"
      "ldr r1, =report_fault\n bx r1\n .ltorg");
}

/* The core reads this at reset: the stack pointer, then one handler per system exception. */
struct vector_table {
  uint32_t* stack;
  void (*handlers[15])(void);
};
__attribute__((section(".vectors"), used)) static const struct vector_table vectors = {
    port_stack_top,
    {port_reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault,
     fault},
};
