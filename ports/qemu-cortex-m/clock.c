/* The free-running counter of the boards' FPGA. */
#include "ports/port.h"

#if defined(__ARM_FEATURE_MVE)
/* MPS3 AN547; the rate is QEMU's */
#define FPGA_IO    0x49302000u
#define FPGA_IO_HZ 20000000u
#elif defined(__ARM_ARCH_8M_MAIN__)
/* MPS2 AN505 */
#define FPGA_IO    0x40302000u
#define FPGA_IO_HZ 20000000u
#else
/* MPS2 AN385, AN386, AN500 */
#define FPGA_IO    0x40028000u
#define FPGA_IO_HZ 25000000u
#endif

uint32_t port_clock(void) { return *(volatile uint32_t*)(FPGA_IO + 0x18u); }

uint32_t port_clock_hz(void) { return FPGA_IO_HZ; }
