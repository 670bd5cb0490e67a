/* Counts the instructions that an emulated processor executes: a plugin for QEMU (TCG plugin API version 1),
 * for Thumb and RISC-V code.
 *
 *   cc -std=c99 -O2 -fPIC -shared -fvisibility=hidden -o libnook_count.so count.c
 *   qemu-system-arm ... -plugin ./libnook_count.so,out=FILE[,profile=FILE2]
 *
 * out      one line "mark N COUNT" for each port_mark(N) of ports/port.h that is passed: instructions
 * executed before it since reset, so a region between two marks has the difference less one, the first mark;
 * a last line "end COUNT" profile  one line "ADDRESS COUNT" (hexadecimal, decimal) per instruction that was
 * executed, sorted; between the first mark 0 and the last mark 1 only, if the program has both
 *
 * Debian packages the emulator without the plugin header; the few prototypes needed are written out. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef struct {
  const char* target_name;
  struct {
    int min, cur;
  } version;
  bool system_emulation;
  union {
    struct {
      int smp_vcpus, max_vcpus;
    } system;
  } u;
} qemu_info_t;
enum { kNoRegisters = 0, kAddU64 = 0 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t,
                                                  void (*)(qemu_plugin_id_t, struct qemu_plugin_tb*));
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void*), void*);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn*, void (*)(unsigned, void*), int,
                                                   void*);
extern void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn*, int, void*, uint64_t);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
extern struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb*, size_t);
extern const void* qemu_plugin_insn_data(const struct qemu_plugin_insn*);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn*);

EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv);

enum { kBuckets = 1 << 16, kProfileStart = 0, kProfileStop = 1 };

/* How often one instruction was executed. QEMU may translate an instruction many times: one counter for all.
 */
struct counter {
  uint64_t address;
  uint64_t count;
  uint64_t at_start, at_stop; /* count when the profiled region began, when it last ended */
  struct counter* next;
};

static uint64_t total;
static FILE* out;
static FILE* profile;
static bool is_riscv;
static bool profile_started, profile_stopped;
static struct counter* buckets[kBuckets];

static struct counter* counter_of(uint64_t address) {
  struct counter** slot = &buckets[(address >> 1) % kBuckets];
  for (; *slot; slot = &(*slot)->next) {
    if ((*slot)->address == address) return *slot;
  }
  *slot = calloc(1, sizeof **slot);
  if (!*slot) {
    fprintf(stderr, "nook_count: no memory for the profile\n");
    exit(1);
  }
  (*slot)->address = address;
  return *slot;
}

static void note_profile(unsigned number) {
  const bool starts = number == kProfileStart && !profile_started;
  const bool stops = number == kProfileStop && profile_started;
  if (!starts && !stops) return;
  for (int i = 0; i < kBuckets; ++i) {
    for (struct counter* c = buckets[i]; c; c = c->next) {
      if (starts) c->at_start = c->count;
      if (stops) c->at_stop = c->count;
    }
  }
  profile_started |= starts;
  profile_stopped |= stops;
}

static void pass_mark(unsigned cpu, void* number) {
  (void)cpu;
  const unsigned n = (unsigned)(uintptr_t)number;
  if (profile) note_profile(n);
  if (out) fprintf(out, "mark %u %" PRIu64 "\n", n, total);
}

/* The number of the mark that the instruction is, or -1. QEMU's own length of an instruction may be too big
 * near the end of a page, where it peeks at the next one: the length comes from the first halfword, as on the
 * core. */
static int mark_number(const uint8_t* bytes) {
  const unsigned half = bytes[0] | (unsigned)bytes[1] << 8;
  if (is_riscv) {
    if ((half & 3) != 3) return -1; /* compressed: two bytes */
    const uint32_t word = half | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return (word & 0xFFCFFFFFu) == 0x00002013u ? (int)(word >> 20) : -1; /* slti x0, x0, n */
  }
  if ((half & 0xFF00u) != 0x4600u) return -1;
  for (int n = 0; n < 4; ++n) {
    if (half == 0x46C9u + 9u * (unsigned)n) return n; /* mov r9+n, r9+n */
  }
  return -1;
}

static void instrument(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  /* Per instruction and not per block: a block may be left early. */
  const size_t count = qemu_plugin_tb_n_insns(block);
  for (size_t i = 0; i < count; ++i) {
    struct qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(block, i);
    const int n = mark_number(qemu_plugin_insn_data(instruction));
    if (n >= 0) {
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, pass_mark, kNoRegisters, (void*)(uintptr_t)n);
    }
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, kAddU64, &total, 1);
    if (profile) {
      struct counter* counter = counter_of(qemu_plugin_insn_vaddr(instruction));
      qemu_plugin_register_vcpu_insn_exec_inline(instruction, kAddU64, &counter->count, 1);
    }
  }
}

static int by_address(const void* a, const void* b) {
  const struct counter* const* x = a;
  const struct counter* const* y = b;
  return (*x)->address < (*y)->address ? -1 : (*x)->address > (*y)->address;
}

static void write_profile(void) {
  size_t length = 0;
  for (int i = 0; i < kBuckets; ++i) {
    for (struct counter* c = buckets[i]; c; c = c->next) ++length;
  }
  struct counter** sorted = malloc((length + 1) * sizeof *sorted);
  if (!sorted) {
    fprintf(stderr, "nook_count: no memory for the profile\n");
    return;
  }
  size_t filled = 0;
  for (int i = 0; i < kBuckets; ++i) {
    for (struct counter* c = buckets[i]; c; c = c->next) sorted[filled++] = c;
  }
  qsort(sorted, length, sizeof *sorted, by_address);
  for (size_t i = 0; i < length; ++i) {
    const struct counter* c = sorted[i];
    const uint64_t executed = profile_stopped ? c->at_stop - c->at_start : c->count;
    if (executed) fprintf(profile, "%" PRIx64 " %" PRIu64 "\n", c->address, executed);
  }
  free(sorted);
}

static void finish(qemu_plugin_id_t id, void* user) {
  (void)id, (void)user;
  if (out) {
    fprintf(out, "end %" PRIu64 "\n", total);
    if (fclose(out) != 0) fprintf(stderr, "nook_count: the counts could not be written\n");
  }
  if (profile) {
    write_profile();
    if (fclose(profile) != 0) fprintf(stderr, "nook_count: the profile could not be written\n");
  }
}

static FILE* open_output(const char* name) {
  FILE* file = fopen(name, "w");
  if (!file) fprintf(stderr, "nook_count: cannot write %s\n", name);
  return file;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv) {
  is_riscv = strncmp(info->target_name, "riscv", 5) == 0;
  if (!is_riscv && strcmp(info->target_name, "arm") != 0) {
    fprintf(stderr, "nook_count: no marks known for %s\n", info->target_name);
    return 1;
  }
  for (int i = 0; i < argc; ++i) {
    if (strncmp(argv[i], "out=", 4) == 0 && !out) {
      if (!(out = open_output(argv[i] + 4))) return 1;
    } else if (strncmp(argv[i], "profile=", 8) == 0 && !profile) {
      if (!(profile = open_output(argv[i] + 8))) return 1;
    } else {
      fprintf(stderr, "nook_count: unknown or repeated option %s\n", argv[i]);
      return 1;
    }
  }
  if (!out && !profile) {
    fprintf(stderr, "nook_count: needs out=FILE or profile=FILE\n");
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, instrument);
  qemu_plugin_register_atexit_cb(id, finish, NULL);
  return 0;
}
