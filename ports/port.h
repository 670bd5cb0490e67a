/* The services that a program may request from its machine. Every folder of ports/ implements these
 * functions, so one source runs on a host, on an emulated board and, with four small files filled in, on your
 * own board.
 *
 * A program is int main(int argc, char** argv): a port's start-up code calls it once memory is set up, and
 * main's return value becomes the exit code. C99 and C++17; nothing here needs a heap or stdio on a
 * device. */
#ifndef NOOK_PORTS_PORT_H_
#define NOOK_PORTS_PORT_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Enables the units that compiled code requires: floating point and vectors. The start-up code calls it
 * before anything else; main must call it first under other start-up code. Calling it twice is harmless. */
void port_init(void);

/* Prints a null-terminated text; no newline is added. */
void port_print(const char* text);

/* Reads the first bytes of a file, at most `capacity` of them. Returns the length of the whole file, so that
 * a caller who knows what to expect compares once; -1 if the port has no such file or reading fails. */
int32_t port_file_read(const char* name, void* data, size_t capacity);

/* Replaces a file by `bytes` bytes. Returns the number of bytes written, -1 if the file cannot be created. */
int32_t port_file_write(const char* name, const void* data, size_t bytes);
/* Appends to a file, which is created if it does not exist. */
int32_t port_file_append(const char* name, const void* data, size_t bytes);

/* Ends the program; a port that can't report the exit code stops the processor. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void port_exit(int code);

/* Ticks of a counter that counts up and wraps at 2^32: the difference of two readings is the time between
 * them if it is shorter than one wrap. Emulated time is the host's, unless QEMU runs with -icount. */
uint32_t port_clock(void);
uint32_t port_clock_hz(void);

/* Paints the free stack below the caller and returns the caller's stack pointer, the point to measure from.
 * The start-up code has painted the whole stack once. */
const void* port_stack_repaint(void);

/* The deepest byte written below `from` since the stack was last painted, in bytes. A frame counts down to
 * its lowest written word. Always 0 on a host, where the stack belongs to the operating system. */
size_t port_stack_used(const void* from);

/* Marks a position in the instruction stream for tools/count; n is a constant 0..3 whose meaning the program
 * and the reader of the counts agree on. It is one instruction without effect on any core, which no compiler
 * emits: a move of r9, r10, r11 or r12 to itself on Arm, a hint of the slti x0 space on RISC-V, nothing on a
 * host. */
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
