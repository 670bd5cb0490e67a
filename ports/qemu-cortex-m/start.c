/* From reset to main on the MPS2 and MPS3 boards. */
#include "ports/port.h"
#include "ports/shared/semihosting.h"

extern uint32_t port_stack_limit[], port_stack_top[];
extern uint32_t port_data_start[], port_data_end[], port_bss_start[], port_bss_end[];
extern const uint32_t port_data_load[];
extern void (*const port_constructors_start[])(void);
extern void (*const port_constructors_end[])(void);
int main(int argc, char** argv);

enum { kCommandLineBytes = 1024, kMaxArguments = 32, kExitFault = 125 };

void port_init(void) {
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
  volatile uint32_t* const coprocessor_access = (volatile uint32_t*)0xE000ED88u;
  *coprocessor_access |= 0xFu << 20; /* CP10 and CP11: floating point and Helium */
  __asm volatile("dsb\n isb" ::: "memory");
#endif
}

/* The image is laid out as for a board with flash: the initial values of data lie in the code memory. */
static void set_up_memory(void) {
  const uint32_t* from = port_data_load;
  for (uint32_t* to = port_data_start; to < port_data_end; ++to) *to = *from++;
  for (uint32_t* to = port_bss_start; to < port_bss_end; ++to) *to = 0;
}

/* Apart from port_reset(): its prologue may store floating-point registers. */
__attribute__((noinline, noreturn)) static void run(void) {
  char text[kCommandLineBytes];
  char* argv[kMaxArguments + 1];
  set_up_memory();
  for (void (*const* construct)(void) = port_constructors_start; construct < port_constructors_end;
       ++construct) {
    (*construct)();
  }
  port_stack_repaint();
  const int argc = semihosting_arguments(text, sizeof text, argv, kMaxArguments + 1);
  port_exit(main(argc, argv));
}

/* The first instruction; the stack pointer is set. */
__attribute__((noreturn)) void port_reset(void);
void port_reset(void) {
  port_init();
  run();
}

static void print_hex(uint32_t value) {
  char text[12] = "0x";
  for (int i = 0; i < 8; ++i) text[2 + i] = "0123456789abcdef"[(value >> (28 - 4 * i)) & 15];
  text[10] = 0;
  port_print(text);
}

/* Says where it happened, if the frame that the core stacked is in the stack, and ends with an exit code of
 * its own. */
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

/* Reports from the top of the stack: the stack may be what overflowed. */
__attribute__((naked, used)) static void fault(void) {
  __asm volatile(
      "mrs r0, msp\n ldr r1, =port_stack_top\n mov sp, r1\n"
      "ldr r1, =report_fault\n bx r1\n .ltorg");
}

/* What the core reads at reset: the stack pointer, then one handler per system exception. */
struct vector_table {
  uint32_t* stack;
  void (*handlers[15])(void);
};
__attribute__((section(".vectors"), used)) static const struct vector_table vectors = {
    port_stack_top,
    {port_reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault,
     fault},
};
