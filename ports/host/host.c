/* The port for a machine with an operating system: stdio, and no units to enable. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ports/port.h"

#define TICK_NANOSECONDS 100u

void port_init(void) {}

void port_print(const char* text) { fputs(text, stdout); }

int32_t port_file_read(const char* name, void* data, size_t capacity) {
  FILE* file = fopen(name, "rb");
  if (!file) return -1;
  const size_t read = fread(data, 1, capacity, file);
  const int failed = ferror(file) || fseek(file, 0, SEEK_END) != 0;
  const long length = failed ? -1 : ftell(file);
  fclose(file);
  if (length < 0 || length > INT32_MAX) return -1;
  const size_t whole = (size_t)length < capacity ? (size_t)length : capacity;
  return read == whole ? (int32_t)length : -1;
}

static int32_t write_file(const char* name, const char* mode, const void* data, size_t bytes) {
  FILE* file = fopen(name, mode);
  if (!file) return -1;
  const size_t written = fwrite(data, 1, bytes, file);
  return fclose(file) == 0 ? (int32_t)written : -1;
}

int32_t port_file_write(const char* name, const void* data, size_t bytes) {
  return write_file(name, "wb", data, bytes);
}

int32_t port_file_append(const char* name, const void* data, size_t bytes) {
  return write_file(name, "ab", data, bytes);
}

void port_exit(int code) { exit(code); }

uint32_t port_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  return (uint32_t)(nanoseconds / TICK_NANOSECONDS);
}

uint32_t port_clock_hz(void) { return 1000000000u / TICK_NANOSECONDS; }

const void* port_stack_repaint(void) { return NULL; }

size_t port_stack_used(const void* from) {
  (void)from;
  return 0;
}
