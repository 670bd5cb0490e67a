/* The two Cortex-M33 of QEMU's mps2-an521. Each counter has one writer, so no exclusive access is needed. */
#include "cores.h"

static volatile uint32_t signals[2], taken[2];
static uint32_t seeds[2];
static void (*body)(void);

static void barrier(void) { __asm volatile("dmb" ::: "memory"); }

static void delay(int core) {
  if (seeds[core] == 0) return;
  seeds[core] = seeds[core] * 1664525u + 1013904223u;
  for (volatile uint32_t i = 0; i < (seeds[core] >> 22); ++i) {
  }
}

void set_delays(uint32_t seed) { seeds[0] = seed, seeds[1] = seed * 2654435761u; }
void skip_wait(int core, int wait) { (void)core, (void)wait; }
void begin_run(void) {}

void nook_signal(int core) {
  delay(1 - core);
  barrier();
  signals[core] = signals[core] + 1;
  __asm volatile("sev");
}

void nook_wait(int core) {
  while (signals[core] == taken[core]) __asm volatile("nop");
  taken[core] = taken[core] + 1;
  barrier();
  delay(core);
}

static void core1_main(void) {
  *(volatile uint32_t*)0xE000ED88u |= 0xFu << 20; /* CPACR: the floating-point unit */
  __asm volatile("dsb\n isb");
  for (;;) body();
}

static uint32_t stack1[4096] __attribute__((aligned(8)));
static const void* const vectors1[64]
    __attribute__((aligned(1024))) = {stack1 + 4096, (const void*)core1_main};

/* The system control block of the SSE-200: the second core waits after reset until its bit is cleared. */
void start_core1(void (*loop)(void)) {
  body = loop;
  barrier();
  *(volatile uint32_t*)0x50021114u = (uint32_t)vectors1; /* INITSVTOR1 */
  *(volatile uint32_t*)0x50021118u = 0;                  /* CPUWAIT */
}
