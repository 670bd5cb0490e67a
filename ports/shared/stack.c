/* Measures the depth of the stack: paints the free part, and later checks how much of the paint is gone. */
#include "ports/port.h"

/* From the linker script. The stack grows from the top down to the limit. */
extern uint32_t port_stack_limit[], port_stack_top[];

#define PAINT 0xC0A7C0A7u

static inline uint32_t* stack_pointer(void) {
  uint32_t* sp;
#if defined(__riscv)
  __asm volatile("mv %0, sp" : "=r"(sp));
#else
  __asm volatile("mov %0, sp" : "=r"(sp));
#endif
  return sp;
}

/* Both functions work on the memory that calls from here would use, so they call nothing, and volatile keeps
 * the compiler from replacing the loop by memset. */
__attribute__((noinline)) const void* port_stack_repaint(void) {
  const void* const from = __builtin_dwarf_cfa();
  const volatile uint32_t* const end = stack_pointer();
  for (volatile uint32_t* word = port_stack_limit; word < end; ++word) *word = PAINT;
  return from;
}

__attribute__((noinline)) size_t port_stack_used(const void* from) {
  const volatile uint32_t* word = port_stack_limit;
  while (word < port_stack_top && *word == PAINT) ++word;
  return (uintptr_t)word < (uintptr_t)from ? (uintptr_t)from - (uintptr_t)word : 0;
}
