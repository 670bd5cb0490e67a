/* The runner as a separate program. */
#include "ports/runner/runner.h"

int main(int argc, char** argv) { return runner_main(argc, argv); }
