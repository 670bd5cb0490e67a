/* Services that an emulator, or a debug probe, does for the program. */
#ifndef NOOK_PORTS_SHARED_SEMIHOSTING_H_
#define NOOK_PORTS_SHARED_SEMIHOSTING_H_

#include <stddef.h>
#include <stdint.h>

/* The words of the command line, split at spaces (there is no quoting), argv[0] first and a null pointer
 * last. They stay in `text`. Returns argc: 0 when there is no command line or it does not fit into `text`;
 * words that do not fit into argv are left out. */
int semihosting_arguments(char* text, size_t text_bytes, char** argv, int argv_length);

/* Prints `bytes` bytes. */
void semihosting_write(const char* text, size_t bytes);

#endif
