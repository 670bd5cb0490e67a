/* The functions of Arm's driver for Ethos-U (ethos-u-core-driver) that a product calls. It includes the
 * driver's own header instead of this one. */
#ifndef ETHOSU_DRIVER_H_
#define ETHOSU_DRIVER_H_

#include <stddef.h>
#include <stdint.h>

struct ethosu_driver;
struct ethosu_driver* ethosu_reserve_driver(void);
void ethosu_release_driver(struct ethosu_driver* driver);
int ethosu_invoke_v3(struct ethosu_driver* driver, const void* custom_data_ptr, const int custom_data_size,
                     uint64_t* const base_addr, const size_t* base_addr_size, const int num_base_addr,
                     void* user_arg);

#endif
