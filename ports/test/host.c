/* Tests the host port: the same calls. argv: a file to read, and a file to write. */
#include <string.h>

#include "ports/port.h"

int main(int argc, char** argv) {
  uint8_t data[8] = {0};
  port_init();
  if (argc != 3) return 1;
  if (port_file_read(argv[1], data, 3) != 11 || memcmp(data, "hel\0", 4) != 0) return 2;
  if (port_file_read("no such file", data, 3) != -1) return 3;
  if (port_file_write(argv[2], data, 3) != 3 || port_file_write("no/such/folder", data, 3) != -1) return 4;
  const uint32_t start = port_clock();
  while (port_clock() - start < port_clock_hz() / 1000) {
  }
  port_mark(0);
  if (port_stack_used(port_stack_repaint()) != 0) return 5;
  port_print("host: ready\n");
  port_exit(42);
}
