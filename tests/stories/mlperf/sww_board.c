/* An emulated board for MLPerf Tiny's streaming wake word: the microphone plays the harness's recording in
 * real time, and the processing pin's edges are printed in the interface board's words when listening ends.
 */
#include "sww_board.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "ports/port.h"
#include "ports/serial/serial.h"
#include "sww_ref_util.h"

enum { kEdges = 400, kMicroseconds = 1000000, kTick = 10, kHeap = 128 << 10 };

static int16_t* buffer;
static uint32_t samples_of_buffer, next_sample, due;
static uint32_t rises[kEdges], falls[kEdges], edges;

static uint32_t ticks(void) { return port_clock() / (port_clock_hz() / kMicroseconds * kTick); }

void sww_set_pin(int pin, int level) {
  if (pin != SWW_PROCESSING || edges >= kEdges) return;
  if (level) rises[edges] = ticks();
  if (!level && rises[edges]) falls[edges++] = ticks();
}

static uint32_t period(void) { return port_clock_hz() / 1000 * 32; }

uint32_t sww_receive(int16_t* to, uint32_t samples) {
  if (!samples_of_buffer && !due) due = port_clock() + period(), next_sample = edges = 0;
  buffer = to, samples_of_buffer = samples;
  return 0;
}

void sww_poll(void) {
  if (!samples_of_buffer || (int32_t)(port_clock() - due) < 0) return;
  if (next_sample + SWW_WINSTRIDE_SAMPLES > test_wav_long_len) return;
  for (uint32_t i = 0; i < samples_of_buffer; i += 2)
    buffer[i] = buffer[i + 1] = test_wav_long[next_sample++];
  samples_of_buffer = 0, due += period();
  sww_received();
}

static void print_times(const char* title, const uint32_t* times) {
  printf("Duty cycle %s times (s)\r\n", title);
  for (uint32_t i = 0; i < edges; ++i) printf((i + 1) % 8 ? "%lu, " : "%lu, \r\n", (unsigned long)times[i]);
  printf("\r\n");
}

uint32_t sww_stop(void) {
  samples_of_buffer = due = 0;
  print_times("start", rises);
  print_times("stop", falls);
  edges = 0;
  return 0;
}

/* The C library's calls. */
int _write(int file, const char* text, int bytes) {
  (void)file;
  for (int i = 0; i < bytes; ++i) serial_put((uint8_t)text[i]);
  return bytes;
}

void* _sbrk(int bytes) {
  static char heap[kHeap] __attribute__((aligned(8)));
  static int used;
  if (bytes > kHeap - used) {
    errno = ENOMEM;
    return (void*)-1;
  }
  used += bytes;
  return heap + used - bytes;
}

int _fstat(int file, struct stat* status) {
  (void)file;
  status->st_mode = S_IFCHR;
  return 0;
}

int _read(int file, char* to, int bytes) { return (void)file, (void)to, (void)bytes, 0; }
int _lseek(int file, int offset, int origin) { return (void)file, (void)offset, (void)origin, 0; }
int _close(int file) { return (void)file, -1; }
int _isatty(int file) { return (void)file, 1; }
int _getpid(void) { return 1; }
int _kill(int process, int signal) { return (void)process, (void)signal, -1; }
void _exit(int code) { port_exit(code); }
