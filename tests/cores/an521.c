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

#ifdef THIRD_PARTY
enum { kWords = 256 };
static volatile uint32_t theirs[2][kWords], ticks[2], broken;
static volatile uint32_t lent_bytes;
static volatile uint8_t* lent;

static void tick(uint32_t core) {
  for (uint32_t i = 0; i < kWords; ++i) {
    if (ticks[core] > 0 && theirs[core][i] != ticks[core] * 2654435761u + i) broken = 1;
    theirs[core][i] = (ticks[core] + 1) * 2654435761u + i;
  }
  ticks[core] = ticks[core] + 1;
  if (core == 0)
    for (uint32_t i = 0; i < lent_bytes; ++i) lent[i] = (uint8_t)(ticks[0] + i * 7);
}

static void tick0(void) { tick(0); }
static void tick1(void) { tick(1); }

/* SysTick of the core that calls. */
static void start_timer(uint32_t period) {
  *(volatile uint32_t*)0xE000E014u = period;
  *(volatile uint32_t*)0xE000E018u = 0;
  *(volatile uint32_t*)0xE000E010u = 7;
}

void lend(void* scratch, uint32_t bytes) {
  const uint32_t before = ticks[0];
  lent = scratch, lent_bytes = bytes;
  while (ticks[0] - before < 2) __asm volatile("nop"); /* the second began after `bytes` was set */
  lent_bytes = 0;
}

int is_intact(uint32_t least) { return !broken && ticks[0] >= least && ticks[1] >= least; }

/* The port's table, with a handler of the timer. */
static void take_vectors(void) {
  static uint32_t table[64] __attribute__((aligned(1024)));
  volatile uint32_t* const offset = (volatile uint32_t*)0xE000ED08u;
  const volatile uint32_t* const given = (const volatile uint32_t*)*offset;
  for (int i = 0; i < 16; ++i) table[i] = given[i];
  table[15] = (uint32_t)tick0;
  *offset = (uint32_t)table;
  barrier();
}
#endif

static void core1_main(void) {
  *(volatile uint32_t*)0xE000ED88u |= 0xFu << 20; /* CPACR: the floating-point unit */
  __asm volatile("dsb\n isb");
#ifdef THIRD_PARTY
  start_timer(1361);
#endif
  for (;;) body();
}

static uint32_t stack1[4096] __attribute__((aligned(8)));
static const void* const vectors1[64] __attribute__((aligned(1024))) = {
    [0] = stack1 + 4096,
    [1] = (const void*)core1_main,
#ifdef THIRD_PARTY
    [15] = (const void*)tick1,
#endif
};

/* The system control block of the SSE-200: the second core waits after reset until its bit is cleared. */
void start_core1(void (*loop)(void)) {
  body = loop;
  barrier();
  *(volatile uint32_t*)0x50021114u = (uint32_t)vectors1; /* INITSVTOR1 */
  *(volatile uint32_t*)0x50021118u = 0;                  /* CPUWAIT */
#ifdef THIRD_PARTY
  take_vectors();
  start_timer(997);
#endif
}
