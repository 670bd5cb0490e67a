/* The functions that newlib's stdio and malloc call, for test firmware that uses printf. */
#include <stdio.h>
#include <sys/stat.h>

#include "ports/port.h"
#include "ports/shared/heap.h"
#include "ports/shared/semihosting.h"

/* printf collects a call's text and writes it at once; nothing remains buffered when main returns. */
__attribute__((constructor)) static void print_at_once(void) { setvbuf(stdout, NULL, _IONBF, 0); }

int _write(int file, const char* text, int length);
int _write(int file, const char* text, int length) {
  (void)file;
  semihosting_write(text, (size_t)length);
  return length;
}

void* _sbrk(ptrdiff_t bytes);
void* _sbrk(ptrdiff_t bytes) { return more_heap(bytes); }

int _fstat(int file, struct stat* status);
int _fstat(int file, struct stat* status) {
  (void)file;
  status->st_mode = S_IFCHR;
  return 0;
}

int _isatty(int file);
int _isatty(int file) { return file >= 0; }

/* The standard streams cannot be read, moved or closed; files go through port.h. */
int _read(int file, char* data, int bytes);
int _read(int file, char* data, int bytes) { return (void)file, (void)data, (void)bytes, 0; }

int _lseek(int file, int offset, int whence);
int _lseek(int file, int offset, int whence) { return (void)file, (void)offset, (void)whence, -1; }

int _close(int file);
int _close(int file) { return (void)file, -1; }

/* abort() raises a signal; the process is the program. */
int _getpid(void);
int _getpid(void) { return 1; }

int _kill(int process, int signal);
int _kill(int process, int signal) {
  (void)process;
  port_exit(128 + signal);
}

__attribute__((noreturn)) void _exit(int code);
void _exit(int code) { port_exit(code); }
