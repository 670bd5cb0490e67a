/* From reset to main on any Cortex-M. Nothing here names a board: if yours already has start-up code (a
 * vendor's, an RTOS's), keep it, leave this file out and call port_init() first in main. */
#include "ports/shared/start_image.h"

extern uint32_t port_stack_top[];

void port_init(void) {
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
  volatile uint32_t* const coprocessor_access = (volatile uint32_t*)0xE000ED88u;
  *coprocessor_access |= 0xFu << 20; /* CP10 and CP11: floating point and Helium */
  __asm volatile("dsb\n isb" ::: "memory");
#endif
#if defined(__ARM_FEATURE_MVE)
  volatile uint32_t* const configuration = (volatile uint32_t*)0xE000ED14u;
  *configuration |= 1u << 19; /* CCR.LOB: low-overhead loops, which Helium code needs to be fast */
  __asm volatile("dsb\n isb" ::: "memory");
#endif
  /* YOUR BOARD: clocks, flash wait states, caches and external memories belong here. */
}

/* Separate from port_reset(), because its prologue may store floating-point registers. */
__attribute__((noinline, noreturn)) static void run(void) {
  char* argv[1] = {NULL};
  start_image();
  port_exit(main(0, argv));
}

/* The first instruction; the stack pointer is set. */
__attribute__((noreturn)) void port_reset(void);
void port_reset(void) {
  port_init();
  run();
}

/* Stops here, where a debugger finds it. */
static void fault(void) {
  for (;;) {
  }
}

/* The core reads this at reset: the stack pointer, then one handler per system exception. YOUR BOARD: append
 * the handlers of its interrupts, if you use any. */
struct vector_table {
  uint32_t* stack;
  void (*handlers[15])(void);
};
__attribute__((section(".vectors"), used)) static const struct vector_table vectors = {
    port_stack_top,
    {port_reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault,
     fault},
};
