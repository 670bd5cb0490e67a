// Ends a program, or its disk, at the nth call that changes the file system: for LD_PRELOAD. CRASH_AT=n:
// SIGKILL instead of call n. FULL_AT=n: no byte is written from call n on. CRASH_LOG: a file for the number
// of calls. Files are not really synced, because no power is lost here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int calls = 0;

static int limit(const char* name) {
  const char* text = getenv(name);
  return text ? atoi(text) : 0;
}

static void count(void) {
  ++calls;
  if (calls == limit("CRASH_AT")) kill(getpid(), SIGKILL);
}

static int full(void) { return limit("FULL_AT") && calls >= limit("FULL_AT"); }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void* bytes, size_t n) {
  struct stat there;
  if (fstat(file, &there) != 0 || !S_ISREG(there.st_mode)) return REAL(write)(file, bytes, n);
  count();
  if (full()) {
    errno = ENOSPC;
    return -1;
  }
  // Writes half of the bytes first, so that the file is cut if the next call is the last.
  return REAL(write)(file, bytes, n > 1 && lseek(file, 0, SEEK_CUR) == 0 ? n / 2 : n);
}

int rename(const char* from, const char* to) {
  count();
  return REAL(rename)(from, to);
}

int unlink(const char* path) {
  count();
  return REAL(unlink)(path);
}

int fsync(int file) {
  (void)file;
  count();
  return 0;  // no power is lost here
}

int mkdir(const char* path, mode_t mode) {
  count();
  return REAL(mkdir)(path, mode);
}

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  va_end(more);
  if (flags & O_CREAT) count();
  return REAL(open)(path, flags, mode);
}

__attribute__((destructor)) static void tell(void) {
  const char* log = getenv("CRASH_LOG");
  FILE* file = log ? fopen(log, "w") : NULL;
  if (file) fprintf(file, "%d\n", calls), fclose(file);
}
