/* The SysTick timer of an Arm M-profile core interrupts the foreground repeatedly, each time after a
 * different interval. The program defines on_tick(). */
#ifndef TESTS_MODELS_SYSTICK_H_
#define TESTS_MODELS_SYSTICK_H_

#include <stdint.h>
#include <string.h>

#include "nook/nook.h"

#define SYSTICK_CONTROL (*(volatile uint32_t*)0xE000E010u)
#define SYSTICK_RELOAD  (*(volatile uint32_t*)0xE000E014u)
#define SYSTICK_VALUE   (*(volatile uint32_t*)0xE000E018u)
#define VECTOR_TABLE    (*(volatile uint32_t*)0xE000ED08u)

enum { kVectors = 16, kSysTick = 15 };

static volatile uint32_t interrupts, wrong;

static uint32_t next(void) {
  static uint32_t chance = 1;
  return chance = chance * 1664525u + 1013904223u;
}

/* One interrupt, at least `least` cycles from now: the foreground advances a little, to any instruction. */
static void wind_up(uint32_t least, uint32_t spread) {
  SYSTICK_RELOAD = least + (next() >> 16) % spread;
  SYSTICK_VALUE = 0;
  SYSTICK_CONTROL = 7;
}

static void take_vectors(void (*on_tick)(void)) {
  static uint32_t table[kVectors] NOOK_ALIGNED(256);
  memcpy(table, (const void*)VECTOR_TABLE, sizeof table);
  table[kSysTick] = (uint32_t)(uintptr_t)on_tick;
  VECTOR_TABLE = (uint32_t)(uintptr_t)table;
}

#endif
