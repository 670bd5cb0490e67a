/* No measurement of the stack, and no units to enable, because the board's start-up code did that. YOUR
 * BOARD: ports/shared/stack.c measures the stack if the linker script defines its two symbols. */
#include "ports/port.h"

void port_init(void) {}

const void* port_stack_repaint(void) { return NULL; }

size_t port_stack_used(const void* from) {
  (void)from;
  return 0;
}
