// usage: vela_file FILE: the model of examples/ethos_u.
#include "tests/ethos_u/vela_file.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  vela::File().write(argv[1]);
  return 0;
}
