/* Services that an emulator, or a debug probe, provides to the program. */
#ifndef NOOK_PORTS_SHARED_SEMIHOSTING_H_
#define NOOK_PORTS_SHARED_SEMIHOSTING_H_

#include <stddef.h>
#include <stdint.h>

/* Splits the command line into words at spaces (there is no quoting), argv[0] first and a null pointer last.
 * The words stay in `text`. Returns argc: 0 if there is no command line or it does not fit into `text`; words
 * that do not fit into argv are dropped. */
int semihosting_arguments(char* text, size_t text_bytes, char** argv, int argv_length);

/* Prints `bytes` bytes. */
void semihosting_write(const char* text, size_t bytes);

#endif
