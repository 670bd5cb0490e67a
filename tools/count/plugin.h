/* The part of QEMU's plugin interface (TCG, version 1) that is used here. Debian packages the emulator
 * without the header, so the few prototypes are declared here. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
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
enum { kNoRegisters = 0, kAddU64 = 0, kReadsAndWrites = 3 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t,
                                                  void (*)(qemu_plugin_id_t, struct qemu_plugin_tb*));
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void*), void*);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn*, void (*)(unsigned, void*), int,
                                                   void*);
extern void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn*, int, void*, uint64_t);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn*,
                                             void (*)(unsigned, qemu_plugin_meminfo_t, uint64_t, void*), int,
                                             int, void*);
extern unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
extern bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
extern struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb*, size_t);
extern const void* qemu_plugin_insn_data(const struct qemu_plugin_insn*);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn*);
