/* The runner as a program of its own. */
#include "ports/runner/runner.h"

int main(int argc, char** argv) { return runner_main(argc, argv); }
