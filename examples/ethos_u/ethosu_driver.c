/* Stands in for the driver and the device, where there is no Ethos-U: checks its arguments as Arm's driver
 * does, and executes the transfers among the commands, with bounds that the device does not check. */
#include "ethosu_driver.h"

#include <stdbool.h>
#include <string.h>

struct ethosu_driver {
  bool reserved;
};
static struct ethosu_driver the_driver;

struct ethosu_driver* ethosu_reserve_driver(void) {
  if (the_driver.reserved) return NULL;
  the_driver.reserved = true;
  return &the_driver;
}

void ethosu_release_driver(struct ethosu_driver* driver) { driver->reserved = false; }

/* The registers that transfers read. */
typedef struct transfer {
  uint32_t from_region, to_region, from, to, bytes;
} transfer;

typedef struct memory {
  const uint64_t* bases;
  const size_t* sizes;
  uint32_t count;
} memory;

/* The bytes of a region, or NULL if it ends before the last of them. */
static uint8_t* bytes_at(const memory* m, uint32_t region, uint32_t at, uint32_t bytes) {
  if (region >= m->count || at > m->sizes[region] || bytes > m->sizes[region] - at) return NULL;
  return (uint8_t*)(uintptr_t)m->bases[region] + at;
}

static int run_transfer(const memory* m, const transfer* t) {
  const uint8_t* const from = bytes_at(m, t->from_region, t->from, t->bytes);
  uint8_t* const to = bytes_at(m, t->to_region, t->to, t->bytes);
  if (!from || !to) return -1;
  memmove(to, from, t->bytes);
  return 0;
}

static int run_commands(const memory* m, const uint32_t* words, uint32_t count) {
  transfer t = {0, 0, 0, 0, 0};
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t code = words[i] & 0x3ff, value = words[i] >> 16;
    if (words[i] >> 14 & 1) { /* a register with an address or a length */
      if (++i == count) return -1;
      if (code == 0x30) t.from = words[i];
      if (code == 0x31) t.to = words[i];
      if (code == 0x32) t.bytes = words[i];
    } else if (code == 0x130) {
      t.from_region = value;
    } else if (code == 0x131) {
      t.to_region = value;
    } else if (code == 0x10 && run_transfer(m, &t) != 0) {
      return -1;
    }
  }
  return 0;
}

int ethosu_invoke_v3(struct ethosu_driver* driver, const void* custom_data_ptr, const int custom_data_size,
                     uint64_t* const base_addr, const size_t* base_addr_size, const int num_base_addr,
                     void* user_arg) {
  const memory m = {base_addr, base_addr_size, (uint32_t)num_base_addr};
  const uint32_t* const words = custom_data_ptr;
  const uint32_t count = (uint32_t)custom_data_size / 4;
  (void)user_arg;
  if (!driver || !driver->reserved || custom_data_size % 4 != 0 || num_base_addr > 8) return -1;
  if (((uintptr_t)words & 15) != 0 || count == 0 || words[0] != 0x31504f43) return -1;
  for (int i = 0; i < num_base_addr; ++i)
    if ((base_addr[i] & 15) != 0) return -1;
  for (uint32_t i = 1; i < count;) {
    const uint32_t action = words[i] & 0xff, length = words[i] >> 16;
    if (action == 2 && (i + 1 + length > count || run_commands(&m, words + i + 1, length) != 0)) return -1;
    i += action == 1 ? 3 : action == 2 ? 1 + length : 1;
  }
  return 0;
}
