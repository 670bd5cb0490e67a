/* What a program may ask of the machine it runs on. Every folder of ports/ answers these calls, so one source
 * runs on a host, on an emulated board and, with four small files filled in, on a board of yours.
 *
 * A program is int main(int argc, char** argv): the start code of a port calls it once memory is set up, and
 * what main returns becomes the exit code. C99 and C++17; nothing here needs a heap or stdio on a device. */
#ifndef NOOK_PORTS_PORT_H_
#define NOOK_PORTS_PORT_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Switches on what compiled code takes for granted: the floating-point and vector units. The start code calls
 * it before anything else; main calls it first where somebody else's start code runs. Twice does no harm. */
void port_init(void);

/* Prints a text that ends with a zero byte; no newline is added. */
void port_print(const char* text);

/* Reads the first bytes of a file, at most `capacity` of them. Returns the length of the whole file, so that
 * a caller who knows what to expect compares once; -1 when the port has no such file or reading fails. */
int32_t port_file_read(const char* name, void* data, size_t capacity);

/* Replaces a file by `bytes` bytes. Returns how many were written, -1 when the file cannot be made. */
int32_t port_file_write(const char* name, const void* data, size_t bytes);
/* The same at the end of a file, which is made where it is not there. */
int32_t port_file_append(const char* name, const void* data, size_t bytes);

/* Ends the program; a port without anybody to report to stops the processor. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void port_exit(int code);

/* Ticks of a counter that runs up and wraps at 2^32: the difference of two readings is the time between them
 * as long as it is less than one turn. Emulated time is the host's, unless QEMU runs with -icount. */
uint32_t port_clock(void);
uint32_t port_clock_hz(void);

/* Paints the free stack below the caller and returns the caller's stack pointer, the point to measure from.
 * The start code has painted the whole stack once. */
const void* port_stack_repaint(void);

/* The deepest byte written below `from` since the stack was last painted, in bytes. A frame counts down to
 * its lowest written word. Always 0 on a host, where the stack belongs to the operating system. */
size_t port_stack_used(const void* from);

/* Marks a place in the stream of instructions for tools/count; n is a constant 0..3 and means what the
 * program and the reader of the counts agree on. One instruction without effect on any core, which no
 * compiler emits: a move of r9, r10, r11 or r12 to itself on Arm, a hint of the slti x0 space on RISC-V,
 * nothing on a host. */
#if defined(__thumb__)
#define port_mark(n) __asm volatile(".inst.n 0x46c9 + 9 * %c0" ::"i"(n) : "memory")
#elif defined(__riscv)
#define port_mark(n) __asm volatile("slti x0, x0, %0" ::"i"(n) : "memory")
#else
#define port_mark(n) ((void)(n))
#endif

#ifdef __cplusplus
}
#endif

#endif
