/* Tests the bare port, which has only a serial port and a clock. */
#include "ports/port.h"

static volatile uint32_t initialised = 3;
static volatile float half = 0.5f;

int main(int argc, char** argv) {
  const uint32_t start = port_clock();
  if (argc != 0 || argv[0] || initialised != 3 || half * 4.0f != 2.0f) return 1;
  if (port_file_read("anything", NULL, 0) != -1) return 1;
  while (port_clock() - start < 1000u) {
  }
  const void* from = port_stack_repaint();
  port_print(port_stack_used(from) < 64 ? "bare: ready\n" : "bare: stack not painted\n");
  return 0;
}
