/* The part of start-up code between reset and main, after the stack pointer is set. */
#ifndef NOOK_PORTS_SHARED_START_IMAGE_H_
#define NOOK_PORTS_SHARED_START_IMAGE_H_

#include "ports/port.h"

/* From the linker script. */
extern uint32_t port_data_start[], port_data_end[], port_bss_start[], port_bss_end[];
extern const uint32_t port_data_load[];
extern void (*const port_constructors_start[])(void);
extern void (*const port_constructors_end[])(void);
int main(int argc, char** argv);

/* Copies the initial values of data from the code memory, zeroes the rest, calls the constructors of static
 * objects and paints the free stack. */
static inline void start_image(void) {
  const uint32_t* from = port_data_load;
  for (uint32_t* to = port_data_start; to < port_data_end; ++to) *to = *from++;
  for (uint32_t* to = port_bss_start; to < port_bss_end; ++to) *to = 0;
  for (void (*const* construct)(void) = port_constructors_start; construct < port_constructors_end;
       ++construct) {
    (*construct)();
  }
  port_stack_repaint();
}

#endif
