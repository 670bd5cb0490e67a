#include "nook/kernels/depthwise/armv7em/strip_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/copies_dsp.h"
#include "nook/kernels/asm/lines_dsp.h"
#include "nook/kernels/asm/once_bits_dsp.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_strip) == 88 ? 1 : -1];
typedef char nook_bits_are_known[NOOK_ONCE_BITS_STRIP == 8 ? 1 : -1];
typedef char nook_room_is_known[NOOK_STRIP_TWOS == 25 ? 1 : -1];

/* On the stack: 0 a record of 28 bytes for each two columns, the first one at the highest address and the
 * last one at the lowest; then what follows. Of channels 0 and 1 a record has rows 0 and 1 of the first
 * column, of the second, row 2 of both; then the same of channels 2 and 3; then two outputs of channels 0 and
 * 1. Those of channels 2 and 3 are 12 bytes further, in the record above, where channels 0 and 1 are done. */
#define NOOK_STREAM      "712"
#define NOOK_OF_CHANNELS "716" /* the first of four */
#define NOOK_JOB_AT      "720"
#define NOOK_TOP         "724" /* the first record */
#define NOOK_OWN_TOP     "728" /* the same of the two channels that are at work */
#define NOOK_DOWN        "732" /* from there to the records of the first turn */
#define NOOK_EVEN        "736" /* where a channel enters the steps */
#define NOOK_ODD         "740"
#define NOOK_FRAME       "744"

/* Registers that load: r0 r1 r2 where the rows are, r3 r4 r5 their steps, lr the record. Its last word is
 * stored with the next record, when a store takes no time after the loads. */
#define NOOK_LAST_WORD() NOOK_CODE("str.w  r12, [lr, #40]")
#define NOOK_RECORDED()                      \
  NOOK_CODE("pkhbt  r12, r7, r9, lsl #16")   \
  NOOK_CODE("pkhtb  r9, r9, r7, asr #16")    \
  NOOK_CODE("str.w  r12, [lr, #4]")          \
  NOOK_CODE("str.w  r9, [lr, #16]")          \
  NOOK_CODE("pkhbt  r12, r10, r11, lsl #16") \
  NOOK_CODE("pkhtb  r11, r11, r10, asr #16") \
  NOOK_CODE("str.w  r12, [lr, #8]")          \
  NOOK_CODE("str.w  r11, [lr, #20]")         \
  NOOK_CODE("pkhtb  r12, r8, r6, asr #16")   \
  NOOK_CODE("pkhbt  r6, r6, r8, lsl #16")    \
  NOOK_CODE("str.w  r6, [lr], #-28")
/* Two columns whose places are in a list at r4, from channel r5 on. */
#define NOOK_LISTED()                                 \
  NOOK_CODE("ldmia  r4!, {r6, r7, r8, r9, r10, r11}") \
  NOOK_CODE("ldr    r6, [r6, r5]")                    \
  NOOK_CODE("ldr    r7, [r7, r5]")                    \
  NOOK_CODE("ldr.w  r8, [r8, r5]")                    \
  NOOK_CODE("ldr.w  r9, [r9, r5]")                    \
  NOOK_CODE("ldr.w  r10, [r10, r5]")                  \
  NOOK_CODE("ldr.w  r11, [r11, r5]")
#define NOOK_STEPPED()                   \
  NOOK_CODE("ldr.w  r6, [r0]")           \
  NOOK_CODE("ldr.w  r7, [r0, r3]")       \
  NOOK_CODE("ldr.w  r8, [r1]")           \
  NOOK_CODE("ldr.w  r9, [r1, r4]")       \
  NOOK_CODE("ldr.w  r10, [r2]")          \
  NOOK_CODE("ldr.w  r11, [r2, r5]")      \
  NOOK_LAST_WORD()                       \
  NOOK_CODE("add.w  r0, r0, r3, lsl #1") \
  NOOK_CODE("add.w  r1, r1, r4, lsl #1") \
  NOOK_CODE("add.w  r2, r2, r5, lsl #1") \
  NOOK_RECORDED()

/* Registers of a channel: r0 its record, r1 r2 r3 the words of it; of the stream r4 the bias, r5 r6 r7 the
 * weights of rows 0 and 1, r8 r9 those of row 2, r10 r11 how sums become outputs; r12 and lr sums. `odd` is
 * 1 for the second of two channels, `ror` what unpacks it, `at` where the record is from r0. */
#define NOOK_WORDS(at)                      \
  NOOK_CODE("ldr.w  r1, [r0, #" at "]")     \
  NOOK_CODE("ldr.w  r2, [r0, #" at " + 4]") \
  NOOK_CODE("ldr.w  r3, [r0, #" at " + 8]")
#define NOOK_UNPACKED(ror)       \
  NOOK_CODE("sxtb16 r1, r1" ror) \
  NOOK_CODE("sxtb16 r2, r2" ror) \
  NOOK_CODE("sxtb16 r3, r3" ror)
/* As in fixed_once.h. */
#define NOOK_OUTPUT(v)                       \
  NOOK_CODE("smmla  " v ", " v ", r10, r11") \
  NOOK_CODE("ssat   " v ", #8, " v ", asr #8")
#define NOOK_STORED(v, place) NOOK_CODE("strb.w " v ", [r0, #" place "]")
/* Strides of 1: two outputs begin with two columns and end with the next two. */
#define NOOK_TWO_OUTPUTS(odd, ror, at)  \
  NOOK_CODE("smlad  r12, r1, r5, r4")   \
  NOOK_CODE("smlad  lr, r2, r5, r4")    \
  NOOK_CODE("smlad  r12, r2, r6, r12")  \
  NOOK_CODE("smlatb lr, r3, r8, lr")    \
  NOOK_CODE("smlad  r12, r3, r8, r12")  \
  NOOK_WORDS(at)                        \
  NOOK_UNPACKED(ror)                    \
  NOOK_CODE("smlad  r12, r1, r7, r12")  \
  NOOK_CODE("smlabt r12, r3, r9, r12")  \
  NOOK_CODE("smlad  lr, r1, r6, lr")    \
  NOOK_CODE("smlad  lr, r2, r7, lr")    \
  NOOK_CODE("smlad  lr, r3, r9, lr")    \
  NOOK_OUTPUT("r12")                    \
  NOOK_OUTPUT("lr")                     \
  NOOK_STORED("r12", at " + 24 + " odd) \
  NOOK_STORED("lr", at " + 26 + " odd)
#define NOOK_STEPS(odd, ror)         \
  NOOK_TWO_OUTPUTS(odd, ror, "28*5") \
  NOOK_TWO_OUTPUTS(odd, ror, "28*4") \
  NOOK_TWO_OUTPUTS(odd, ror, "28*3") \
  NOOK_TWO_OUTPUTS(odd, ror, "28*2") \
  NOOK_TWO_OUTPUTS(odd, ror, "28*1") \
  NOOK_LABEL("6", odd)               \
  NOOK_TWO_OUTPUTS(odd, ror, "28*0") \
  NOOK_LABEL("7", odd)
#define NOOK_STEP_BYTES "88"
/* Strides of 2: one output, which ends with the first of the next two columns. It is stored a step later,
 * when a store takes no time after the loads. Two outputs are in one record, the first one in the next. */
#define NOOK_ONE_OUTPUT(odd, ror, at, v, before, place) \
  NOOK_CODE("smlad  " v ", r1, r5, r4")                 \
  NOOK_CODE("smlad  " v ", r2, r6, " v)                 \
  NOOK_CODE("smlad  " v ", r3, r8, " v)                 \
  NOOK_WORDS(at)                                        \
  NOOK_STORED(before, at " + " place " + " odd)         \
  NOOK_UNPACKED(ror)                                    \
  NOOK_CODE("smlad  " v ", r1, r7, " v)                 \
  NOOK_CODE("smlabt " v ", r3, r9, " v)                 \
  NOOK_OUTPUT(v)
#define NOOK_FIRST_OF_TWO(odd, ror, at)  NOOK_ONE_OUTPUT(odd, ror, at, "r12", "lr", "28 + 26")
#define NOOK_SECOND_OF_TWO(odd, ror, at) NOOK_ONE_OUTPUT(odd, ror, at, "lr", "r12", "24")
#define NOOK_STEPS_BY_TWO(odd, ror)    \
  NOOK_FIRST_OF_TWO(odd, ror, "28*5")  \
  NOOK_SECOND_OF_TWO(odd, ror, "28*4") \
  NOOK_FIRST_OF_TWO(odd, ror, "28*3")  \
  NOOK_SECOND_OF_TWO(odd, ror, "28*2") \
  NOOK_FIRST_OF_TWO(odd, ror, "28*1")  \
  NOOK_LABEL("6", odd)                 \
  NOOK_SECOND_OF_TWO(odd, ror, "28*0") \
  NOOK_LABEL("7", odd)
#define NOOK_STEP_BY_TWO_BYTES "56"
#define NOOK_LAST_STORED(odd)  NOOK_STORED("lr", "28*6 + 26 + " odd)

/* A jump to a long instruction that is not at a multiple of 4 takes a cycle more: steps are whole words, and
 * instructions before a loop are long (.w) where its first one would not be there. */
#define NOOK_AT_A_WORD() ".balign 4\n"

/* A channel; `top` says where r0, its first record, comes from or goes to. */
#define NOOK_CHANNEL(odd, ror, top, entry, ALL_STEPS, step_bytes, NOOK_STORE_LAST) \
  NOOK_CODE("ldr.w  r12, [sp, #" NOOK_STREAM "]")                                  \
  NOOK_CODE("ldr.w  lr, [sp, #" NOOK_DOWN "]")                                     \
  NOOK_CODE(top " r0, [sp, #" NOOK_OWN_TOP "]")                                    \
  NOOK_CODE("ldmia.w r12!, {r4, r5, r6, r7, r8, r9, r10, r11}")                    \
  NOOK_CODE("ldr    r1, [r0, #0]")                                                 \
  NOOK_CODE("ldr    r2, [r0, #4]")                                                 \
  NOOK_CODE("ldr    r3, [r0, #8]")                                                 \
  NOOK_CODE("str.w  r12, [sp, #" NOOK_STREAM "]")                                  \
  NOOK_CODE("sub.w  r0, r0, lr")                                                   \
  NOOK_UNPACKED(ror)                                                               \
  NOOK_CODE("ldr    pc, [sp, #" entry "]")                                         \
  NOOK_AT_A_WORD()                                                                 \
  NOOK_LABEL("5", odd)                                                             \
  ALL_STEPS(odd, ror)                                                              \
  NOOK_COPIES_ARE("6" odd "b", "7" odd "b", step_bytes)                            \
  NOOK_CODE("sub.w  r0, r0, #28*6")                                                \
  NOOK_CODE("cmp    sp, r0")                                                       \
  NOOK_CODE("bls.w  5" odd "b")                                                    \
  NOOK_STORE_LAST(odd)

/* Outputs in twos, bytes of channels 0 and 1 and 12 bytes further of 2 and 3, are pixels r8 and r5, */
#define NOOK_TWO_PIXELS(at)                  \
  NOOK_CODE("ldr    r4, [r1, #" at "]")      \
  NOOK_CODE("ldr    r5, [r1, #" at " + 12]") \
  NOOK_CODE("pkhbt  r8, r4, r5, lsl #16")    \
  NOOK_CODE("pkhtb  r5, r5, r4, asr #16")
/* or four pixels, r1 being where the fourth one is; r2 is where they go, r9 the next one. */
#define NOOK_FOUR_PIXELS(first, next)           \
  NOOK_CODE("ldr    r4, [r1, #" first "]")      \
  NOOK_CODE("ldr    r5, [r1, #" first " + 12]") \
  NOOK_CODE("ldr    r6, [r1, #-12]")            \
  NOOK_CODE("ldr    r7, [r1], #-" next)         \
  NOOK_CODE("pkhbt  r8, r4, r5, lsl #16")       \
  NOOK_CODE("str.w  r8, [r2]")                  \
  NOOK_CODE("add    r2, r9")                    \
  NOOK_CODE("pkhtb  r5, r5, r4, asr #16")       \
  NOOK_CODE("str.w  r5, [r2]")                  \
  NOOK_CODE("add    r2, r9")                    \
  NOOK_CODE("pkhbt  r8, r6, r7, lsl #16")       \
  NOOK_CODE("str.w  r8, [r2]")                  \
  NOOK_CODE("add    r2, r9")                    \
  NOOK_CODE("pkhtb  r7, r7, r6, asr #16")       \
  NOOK_CODE("subs.w r10, r10, #4")              \
  NOOK_CODE("str.w  r7, [r2]")                  \
  NOOK_CODE("add    r2, r9")
/* One, two or three are left. */
#define NOOK_LAST_PIXELS(first) \
  NOOK_CODE("adds   r10, #4")   \
  NOOK_CODE("beq    8f")        \
  NOOK_TWO_PIXELS(first)        \
  NOOK_CODE("str.w  r8, [r2]")  \
  NOOK_CODE("cmp    r10, #2")   \
  NOOK_CODE("blt    8f")        \
  NOOK_CODE("add    r2, r9")    \
  NOOK_CODE("str.w  r5, [r2]")  \
  NOOK_CODE("beq    8f")        \
  NOOK_CODE("add    r2, r9")    \
  NOOK_TWO_PIXELS("-12")        \
  NOOK_CODE("str.w  r8, [r2]")  \
  NOOK_MARK("8")
/* Strides of 2: the first of an odd number is the second one of its record. */
#define NOOK_FIRST_OF_ODD()        \
  NOOK_CODE("tst.w  r10, #1")      \
  NOOK_CODE("beq    9f")           \
  NOOK_TWO_PIXELS("-4")            \
  NOOK_CODE("subs   r1, #28")      \
  NOOK_CODE("subs.w r10, r10, #1") \
  NOOK_CODE("str.w  r5, [r2]")     \
  NOOK_CODE("add    r2, r9")       \
  NOOK_MARK("9")

/* One piece of assembly, because no compiler keeps all of it in registers. `ldr pc` wants odd addresses
 * (Thumb); adr counts from a multiple of 4, which the assembler takes the function to begin at.
 * 1: four channels, r5 the first. r6 is 0 if no records are between the first and the last, and bit 2 of it
 * is 1 if their number is odd; then 2 begins with the second of its two. 5: two channels; the last record of
 * 0 and 1 is where sp is. In the end the last four channels may be some of those before once more. */
#define NOOK_STRIP(COUNT, ALL_STEPS, step_bytes, NOOK_STORE_LAST, STORE_FIRST, to_fourth, first, next) \
  NOOK_CODE("push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}")                                           \
  NOOK_CODE("sub    sp, #" NOOK_FRAME)                                                                 \
  NOOK_CODE("ldr    r3, [r0, #80]")                                                                    \
  NOOK_CODE("ldr    r6, [r0, #84]")                                                                    \
  NOOK_CODE("str    r0, [sp, #" NOOK_JOB_AT "]")                                                       \
  NOOK_CODE("str    r3, [sp, #" NOOK_STREAM "]")                                                       \
  COUNT()                                                                                              \
  NOOK_CODE("rsb    r1, r7, r7, lsl #3")                                                               \
  NOOK_CODE("add    r1, sp, r1, lsl #2")                                                               \
  NOOK_CODE("movs   r5, #0")                                                                           \
  NOOK_CODE("str    r1, [sp, #" NOOK_TOP "]")                                                          \
  NOOK_CODE("str    r5, [sp, #" NOOK_OF_CHANNELS "]")                                                  \
  NOOK_CODE("b      9f")                                                                               \
  NOOK_MARK("8")                                                                                       \
  NOOK_CODE("subs   r7, #6")                                                                           \
  NOOK_MARK("9")                                                                                       \
  NOOK_CODE("cmp    r7, #6")                                                                           \
  NOOK_CODE("bhi    8b")                                                                               \
  NOOK_CODE("rsb    r1, r7, r7, lsl #3")                                                               \
  NOOK_CODE("lsls   r1, r1, #2")                                                                       \
  NOOK_CODE("str    r1, [sp, #" NOOK_DOWN "]")                                                         \
  NOOK_CODE("movs   r1, #" step_bytes)                                                                 \
  NOOK_CODE("adr.w  r2, 70f + 1")                                                                      \
  NOOK_CODE("adr.w  r3, 71f + 1")                                                                      \
  NOOK_CODE("mls    r2, r7, r1, r2")                                                                   \
  NOOK_CODE("mls    r3, r7, r1, r3")                                                                   \
  NOOK_CODE("str    r2, [sp, #" NOOK_EVEN "]")                                                         \
  NOOK_CODE("str    r3, [sp, #" NOOK_ODD "]")                                                          \
  NOOK_MARK("1")                                                                                       \
  NOOK_CODE("ldr    r4, [sp, #" NOOK_JOB_AT "]")                                                       \
  NOOK_CODE("ldr.w  lr, [sp, #" NOOK_TOP "]")                                                          \
  NOOK_LISTED()                                                                                        \
  NOOK_RECORDED()                                                                                      \
  NOOK_CODE("mov    r6, sp")                                                                           \
  NOOK_CODE("eors.w r6, r6, lr")                                                                       \
  NOOK_CODE("beq    4f")                                                                               \
  NOOK_CODE("ldmia  r4!, {r0, r1, r2}")                                                                \
  NOOK_CODE("add    r0, r5")                                                                           \
  NOOK_CODE("add    r1, r5")                                                                           \
  NOOK_CODE("add    r2, r5")                                                                           \
  NOOK_CODE("ldmia.w r4, {r3, r4, r5}")                                                                \
  NOOK_CODE("lsls   r6, r6, #29")                                                                      \
  NOOK_CODE("bmi.w  3f")                                                                               \
  NOOK_AT_A_WORD()                                                                                     \
  NOOK_MARK("2")                                                                                       \
  NOOK_STEPPED()                                                                                       \
  NOOK_MARK("3")                                                                                       \
  NOOK_STEPPED()                                                                                       \
  NOOK_CODE("cmp    sp, lr")                                                                           \
  NOOK_CODE("bne    2b")                                                                               \
  NOOK_MARK("4")                                                                                       \
  NOOK_CODE("ldr    r4, [sp, #" NOOK_JOB_AT "]")                                                       \
  NOOK_CODE("ldr    r5, [sp, #" NOOK_OF_CHANNELS "]")                                                  \
  NOOK_CODE("adds   r4, #48")                                                                          \
  NOOK_LISTED()                                                                                        \
  NOOK_LAST_WORD()                                                                                     \
  NOOK_RECORDED()                                                                                      \
  NOOK_LAST_WORD()                                                                                     \
  NOOK_CODE("ldr    r0, [sp, #" NOOK_TOP "]")                                                          \
  NOOK_MARK("5")                                                                                       \
  NOOK_CHANNEL("0", "", "str", NOOK_EVEN, ALL_STEPS, step_bytes, NOOK_STORE_LAST)                      \
  NOOK_CHANNEL("1", ", ror #8", "ldr", NOOK_ODD, ALL_STEPS, step_bytes, NOOK_STORE_LAST)               \
  NOOK_CODE("sub.w  r2, sp, #28*6")                                                                    \
  NOOK_CODE("ldr    r1, [sp, #" NOOK_TOP "]")                                                          \
  NOOK_CODE("cmp    r0, r2")                                                                           \
  NOOK_CODE("add.w  r0, r1, #12")                                                                      \
  NOOK_CODE("beq.w  5b")                                                                               \
  NOOK_CODE("ldr.w  r12, [sp, #" NOOK_JOB_AT "]")                                                      \
  NOOK_CODE("ldr    r3, [sp, #" NOOK_OF_CHANNELS "]")                                                  \
  NOOK_CODE("ldr.w  r10, [r12, #84]")                                                                  \
  NOOK_CODE("ldr.w  r2, [r12, #72]")                                                                   \
  NOOK_CODE("ldr.w  r9, [r12, #76]")                                                                   \
  NOOK_CODE("add    r2, r3")                                                                           \
  STORE_FIRST()                                                                                        \
  NOOK_CODE("subs   r1, #" to_fourth)                                                                  \
  NOOK_CODE("subs.w r10, r10, #4")                                                                     \
  NOOK_CODE("blt    7f")                                                                               \
  NOOK_AT_A_WORD()                                                                                     \
  NOOK_MARK("6")                                                                                       \
  NOOK_FOUR_PIXELS(first, next)                                                                        \
  NOOK_CODE("bge    6b")                                                                               \
  NOOK_MARK("7")                                                                                       \
  NOOK_LAST_PIXELS(first)                                                                              \
  NOOK_CODE("adds   r5, r3, #4")                                                                       \
  NOOK_CODE("sub.w  r3, r9, #4")                                                                       \
  NOOK_CODE("cmp    r5, r9")                                                                           \
  NOOK_CODE("bhs    9f")                                                                               \
  NOOK_CODE("cmp    r5, r3")                                                                           \
  NOOK_CODE("it     hi")                                                                               \
  NOOK_CODE("movhi  r5, r3")                                                                           \
  NOOK_CODE("str    r5, [sp, #" NOOK_OF_CHANNELS "]")                                                  \
  NOOK_CODE("b.w    1b")                                                                               \
  NOOK_MARK("9")                                                                                       \
  NOOK_CODE("add    sp, #" NOOK_FRAME)                                                                 \
  NOOK_CODE("pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}")

#define NOOK_JOB const nook_strip* job NOOK_IN_REGISTER

#define NOOK_COUNT_TWOS() NOOK_CODE("adds   r7, r6, #1") NOOK_CODE("lsrs   r7, r7, #1")
#define NOOK_COUNT_ONES() NOOK_CODE("mov    r7, r6")
#define NOOK_NONE_STORED(odd)
#define NOOK_NONE_OF_ODD()

NOOK_ASSEMBLY void nook_strip_dsp(NOOK_JOB) {
  __asm volatile(NOOK_STRIP(NOOK_COUNT_TWOS, NOOK_STEPS, NOOK_STEP_BYTES, NOOK_NONE_STORED, NOOK_NONE_OF_ODD,
                            "20", "16", "56"));
}

NOOK_ASSEMBLY void nook_strip_by_two_dsp(NOOK_JOB) {
  __asm volatile(NOOK_STRIP(NOOK_COUNT_ONES, NOOK_STEPS_BY_TWO, NOOK_STEP_BY_TWO_BYTES, NOOK_LAST_STORED,
                            NOOK_FIRST_OF_ODD, "76", "44", "112"));
}
