#include "sine.h"

int input_bytes(void) { return SINE_INPUT_X_BYTES; }
