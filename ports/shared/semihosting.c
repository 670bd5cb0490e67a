/* Console, files, command line and exit over semihosting, for Arm and RISC-V: only the trap instruction
   differs.
 */
#include "ports/shared/semihosting.h"

#include "ports/port.h"

enum {
  kOpen = 0x01,
  kClose = 0x02,
  kWrite0 = 0x04,
  kWrite = 0x05,
  kRead = 0x06,
  kSeek = 0x0A,
  kLength = 0x0C,
  kCommandLine = 0x15,
  kExitExtended = 0x20,
};
enum { kModeReadBinary = 1, kModeUpdateBinary = 3, kModeWriteBinary = 5 };
#define APPLICATION_EXIT 0x20026u

#if defined(__riscv)
/* The debugger recognizes the trap by the two shifts around it, which it can read only if all three
 * instructions have four bytes and are on one page. Not inlined, so there is one copy to align. */
__attribute__((noinline)) static int32_t call(uint32_t operation, const void* argument) {
  register uint32_t a0 __asm("a0") = operation;
  register const void* a1 __asm("a1") = argument;
  __asm volatile(
      ".option push\n .option norvc\n .balign 16\n"
      "slli x0, x0, 0x1f\n ebreak\n srai x0, x0, 7\n"
      ".option pop"
      : "+r"(a0)
      : "r"(a1)
      : "memory");
  return (int32_t)a0;
}
#else
static int32_t call(uint32_t operation, const void* argument) {
  register uint32_t r0 __asm("r0") = operation;
  register const void* r1 __asm("r1") = argument;
  __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return (int32_t)r0;
}
#endif

static size_t length_of(const char* text) {
  size_t length = 0;
  while (text[length]) ++length;
  return length;
}

static int32_t open_file(const char* name, uint32_t mode) {
  const uintptr_t arguments[3] = {(uintptr_t)name, mode, length_of(name)};
  return call(kOpen, arguments);
}

static int32_t close_file(int32_t file) {
  const uintptr_t arguments[1] = {(uintptr_t)file};
  return call(kClose, arguments);
}

/* Reads or writes until everything is transferred or no progress is made; the host returns the number of
 * bytes left. Returns the number of bytes transferred. */
static size_t transfer(uint32_t operation, int32_t file, uintptr_t data, size_t bytes) {
  size_t done = 0;
  while (done < bytes) {
    const uintptr_t arguments[3] = {(uintptr_t)file, data + done, bytes - done};
    const size_t left = (size_t)call(operation, arguments);
    if (left >= bytes - done) break;
    done = bytes - left;
  }
  return done;
}

void port_print(const char* text) { call(kWrite0, text); }

void semihosting_write(const char* text, size_t bytes) {
  char chunk[65];
  for (size_t i = 0; i < bytes;) {
    size_t n = 0;
    while (i < bytes && n < sizeof chunk - 1) chunk[n++] = text[i++];
    chunk[n] = 0;
    port_print(chunk);
  }
}

int32_t port_file_read(const char* name, void* data, size_t capacity) {
  const int32_t file = open_file(name, kModeReadBinary);
  if (file == -1) return -1;
  const uintptr_t arguments[1] = {(uintptr_t)file};
  int32_t length = call(kLength, arguments);
  const size_t wanted = length < 0 ? 0 : (size_t)length < capacity ? (size_t)length : capacity;
  if (transfer(kRead, file, (uintptr_t)data, wanted) != wanted) length = -1;
  close_file(file);
  return length;
}

static int32_t write_and_close(int32_t file, const void* data, size_t bytes) {
  if (file == -1) return -1;
  const size_t written = transfer(kWrite, file, (uintptr_t)data, bytes);
  return close_file(file) == 0 ? (int32_t)written : -1;
}

int32_t port_file_write(const char* name, const void* data, size_t bytes) {
  return write_and_close(open_file(name, kModeWriteBinary), data, bytes);
}

/* QEMU treats the append modes as replace modes. */
int32_t port_file_append(const char* name, const void* data, size_t bytes) {
  const int32_t file = open_file(name, kModeUpdateBinary);
  if (file == -1) return port_file_write(name, data, bytes);
  const uintptr_t length_of_file[1] = {(uintptr_t)file};
  const uintptr_t end[2] = {(uintptr_t)file, (uintptr_t)call(kLength, length_of_file)};
  if (call(kSeek, end) != 0) {
    close_file(file);
    return -1;
  }
  return write_and_close(file, data, bytes);
}

int semihosting_arguments(char* text, size_t text_bytes, char** argv, int argv_length) {
  uintptr_t arguments[2] = {(uintptr_t)text, text_bytes};
  int argc = 0;
  if (call(kCommandLine, arguments) == 0) {
    for (char* c = text; *c && argc + 1 < argv_length;) {
      while (*c == ' ') *c++ = 0;
      if (!*c) break;
      argv[argc++] = c;
      while (*c && *c != ' ') ++c;
    }
    if (argc > 0) {
      /* Words that did not fit may follow the last one kept. */
      char* end = argv[argc - 1];
      while (*end && *end != ' ') ++end;
      *end = 0;
    }
  }
  argv[argc] = NULL;
  return argc;
}

void port_exit(int code) {
  const uintptr_t arguments[2] = {APPLICATION_EXIT, (uintptr_t)code};
  call(kExitExtended, arguments);
  for (;;) {
  }
}
