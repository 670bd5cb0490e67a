#include "nook/ops/depthwise_conv2d/strip_dsp.h"

#include "nook/ops/depthwise_conv2d/copies_dsp.h"
#include "nook/ops/depthwise_conv2d/lines_dsp.h"
#include "nook/ops/depthwise_conv2d/once_bits_dsp.h"
#include "nook/ops/shared/assembly.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_strip) == 88 ? 1 : -1];
typedef char nook_bits_are_known[NOOK_ONCE_BITS_STRIP == 8 ? 1 : -1];
typedef char nook_room_is_known[NOOK_STRIP_TWOS == 25 ? 1 : -1];

/* On the stack: 0 a record of 28 bytes for each two columns, the first one at the highest address and the
 * last one at the lowest; then what follows. Of channels 0 and 1 a record has rows 0 and 1 of the first
 * column, of the second, row 2 of both; then the same of channels 2 and 3; then two outputs of channels 0 and
 * 1. Those of channels 2 and 3 are 12 bytes further, in the record above, where channels 0 and 1 are done. */
#define STREAM   "712"
#define CHANNELS "716" /* the first of four */
#define JOB_AT   "720"
#define TOP      "724" /* the first record */
#define OWN_TOP  "728" /* the same of the two channels that are at work */
#define DOWN     "732" /* from there to the records of the first turn */
#define EVEN     "736" /* where a channel enters the steps */
#define ODD      "740"
#define FRAME    "744"

/* Registers that load: r0 r1 r2 where the rows are, r3 r4 r5 their steps, lr the record. Its last word is
 * stored with the next record, when a store takes no time after the loads. */
#define LAST_WORD() CODE("str.w  r12, [lr, #40]")
#define RECORDED()                      \
  CODE("pkhbt  r12, r7, r9, lsl #16")   \
  CODE("pkhtb  r9, r9, r7, asr #16")    \
  CODE("str.w  r12, [lr, #4]")          \
  CODE("str.w  r9, [lr, #16]")          \
  CODE("pkhbt  r12, r10, r11, lsl #16") \
  CODE("pkhtb  r11, r11, r10, asr #16") \
  CODE("str.w  r12, [lr, #8]")          \
  CODE("str.w  r11, [lr, #20]")         \
  CODE("pkhtb  r12, r8, r6, asr #16")   \
  CODE("pkhbt  r6, r6, r8, lsl #16")    \
  CODE("str.w  r6, [lr], #-28")
/* Two columns whose places are in a list at r4, from channel r5 on. */
#define LISTED()                                 \
  CODE("ldmia  r4!, {r6, r7, r8, r9, r10, r11}") \
  CODE("ldr    r6, [r6, r5]")                    \
  CODE("ldr    r7, [r7, r5]")                    \
  CODE("ldr.w  r8, [r8, r5]")                    \
  CODE("ldr.w  r9, [r9, r5]")                    \
  CODE("ldr.w  r10, [r10, r5]")                  \
  CODE("ldr.w  r11, [r11, r5]")
#define STEPPED()                   \
  CODE("ldr.w  r6, [r0]")           \
  CODE("ldr.w  r7, [r0, r3]")       \
  CODE("ldr.w  r8, [r1]")           \
  CODE("ldr.w  r9, [r1, r4]")       \
  CODE("ldr.w  r10, [r2]")          \
  CODE("ldr.w  r11, [r2, r5]")      \
  LAST_WORD()                       \
  CODE("add.w  r0, r0, r3, lsl #1") \
  CODE("add.w  r1, r1, r4, lsl #1") \
  CODE("add.w  r2, r2, r5, lsl #1") \
  RECORDED()

/* Registers of a channel: r0 its record, r1 r2 r3 the words of it; of the stream r4 the bias, r5 r6 r7 the
 * weights of rows 0 and 1, r8 r9 those of row 2, r10 r11 how sums become outputs; r12 and lr sums. `odd` is
 * 1 for the second of two channels, `ror` what unpacks it, `at` where the record is from r0. */
#define WORDS(at)                      \
  CODE("ldr.w  r1, [r0, #" at "]")     \
  CODE("ldr.w  r2, [r0, #" at " + 4]") \
  CODE("ldr.w  r3, [r0, #" at " + 8]")
#define UNPACKED(ror)       \
  CODE("sxtb16 r1, r1" ror) \
  CODE("sxtb16 r2, r2" ror) \
  CODE("sxtb16 r3, r3" ror)
/* As in fixed_once.h. */
#define OUTPUT(v)                       \
  CODE("smmla  " v ", " v ", r10, r11") \
  CODE("ssat   " v ", #8, " v ", asr #8")
#define STORED(v, place) CODE("strb.w " v ", [r0, #" place "]")
/* Strides of 1: two outputs begin with two columns and end with the next two. */
#define TWO_OUTPUTS(odd, ror, at)  \
  CODE("smlad  r12, r1, r5, r4")   \
  CODE("smlad  lr, r2, r5, r4")    \
  CODE("smlad  r12, r2, r6, r12")  \
  CODE("smlatb lr, r3, r8, lr")    \
  CODE("smlad  r12, r3, r8, r12")  \
  WORDS(at)                        \
  UNPACKED(ror)                    \
  CODE("smlad  r12, r1, r7, r12")  \
  CODE("smlabt r12, r3, r9, r12")  \
  CODE("smlad  lr, r1, r6, lr")    \
  CODE("smlad  lr, r2, r7, lr")    \
  CODE("smlad  lr, r3, r9, lr")    \
  OUTPUT("r12")                    \
  OUTPUT("lr")                     \
  STORED("r12", at " + 24 + " odd) \
  STORED("lr", at " + 26 + " odd)
#define STEPS(odd, ror)         \
  TWO_OUTPUTS(odd, ror, "28*5") \
  TWO_OUTPUTS(odd, ror, "28*4") \
  TWO_OUTPUTS(odd, ror, "28*3") \
  TWO_OUTPUTS(odd, ror, "28*2") \
  TWO_OUTPUTS(odd, ror, "28*1") \
  LABEL("6", odd)               \
  TWO_OUTPUTS(odd, ror, "28*0") \
  LABEL("7", odd)
#define STEP_BYTES "88"
/* Strides of 2: one output, which ends with the first of the next two columns. It is stored a step later,
 * when a store takes no time after the loads. Two outputs are in one record, the first one in the next. */
#define ONE_OUTPUT(odd, ror, at, v, before, place) \
  CODE("smlad  " v ", r1, r5, r4")                 \
  CODE("smlad  " v ", r2, r6, " v)                 \
  CODE("smlad  " v ", r3, r8, " v)                 \
  WORDS(at)                                        \
  STORED(before, at " + " place " + " odd)         \
  UNPACKED(ror)                                    \
  CODE("smlad  " v ", r1, r7, " v)                 \
  CODE("smlabt " v ", r3, r9, " v)                 \
  OUTPUT(v)
#define FIRST_OF_TWO(odd, ror, at)  ONE_OUTPUT(odd, ror, at, "r12", "lr", "28 + 26")
#define SECOND_OF_TWO(odd, ror, at) ONE_OUTPUT(odd, ror, at, "lr", "r12", "24")
#define STEPS_BY_TWO(odd, ror)    \
  FIRST_OF_TWO(odd, ror, "28*5")  \
  SECOND_OF_TWO(odd, ror, "28*4") \
  FIRST_OF_TWO(odd, ror, "28*3")  \
  SECOND_OF_TWO(odd, ror, "28*2") \
  FIRST_OF_TWO(odd, ror, "28*1")  \
  LABEL("6", odd)                 \
  SECOND_OF_TWO(odd, ror, "28*0") \
  LABEL("7", odd)
#define STEP_BY_TWO_BYTES "56"
#define LAST_STORED(odd)  STORED("lr", "28*6 + 26 + " odd)

/* A jump to a long instruction that is not at a multiple of 4 takes a cycle more: steps are whole words, and
 * instructions before a loop are long (.w) where its first one would not be there. */
#define ALIGNED() ".balign 4\n"

/* A channel; `top` says where r0, its first record, comes from or goes to. */
#define CHANNEL(odd, ror, top, entry, ALL_STEPS, step_bytes, STORE_LAST) \
  CODE("ldr.w  r12, [sp, #" STREAM "]")                                  \
  CODE("ldr.w  lr, [sp, #" DOWN "]")                                     \
  CODE(top " r0, [sp, #" OWN_TOP "]")                                    \
  CODE("ldmia.w r12!, {r4, r5, r6, r7, r8, r9, r10, r11}")               \
  CODE("ldr    r1, [r0, #0]")                                            \
  CODE("ldr    r2, [r0, #4]")                                            \
  CODE("ldr    r3, [r0, #8]")                                            \
  CODE("str.w  r12, [sp, #" STREAM "]")                                  \
  CODE("sub.w  r0, r0, lr")                                              \
  UNPACKED(ror)                                                          \
  CODE("ldr    pc, [sp, #" entry "]")                                    \
  ALIGNED()                                                              \
  LABEL("5", odd)                                                        \
  ALL_STEPS(odd, ror)                                                    \
  COPIES_ARE("6" odd "b", "7" odd "b", step_bytes)                       \
  CODE("sub.w  r0, r0, #28*6")                                           \
  CODE("cmp    sp, r0")                                                  \
  CODE("bls.w  5" odd "b")                                               \
  STORE_LAST(odd)

/* Outputs in twos, bytes of channels 0 and 1 and 12 bytes further of 2 and 3, are pixels r8 and r5, */
#define TWO_PIXELS(at)                  \
  CODE("ldr    r4, [r1, #" at "]")      \
  CODE("ldr    r5, [r1, #" at " + 12]") \
  CODE("pkhbt  r8, r4, r5, lsl #16")    \
  CODE("pkhtb  r5, r5, r4, asr #16")
/* or four pixels, r1 being where the fourth one is; r2 is where they go, r9 the next one. */
#define FOUR_PIXELS(first, next)           \
  CODE("ldr    r4, [r1, #" first "]")      \
  CODE("ldr    r5, [r1, #" first " + 12]") \
  CODE("ldr    r6, [r1, #-12]")            \
  CODE("ldr    r7, [r1], #-" next)         \
  CODE("pkhbt  r8, r4, r5, lsl #16")       \
  CODE("str.w  r8, [r2]")                  \
  CODE("add    r2, r9")                    \
  CODE("pkhtb  r5, r5, r4, asr #16")       \
  CODE("str.w  r5, [r2]")                  \
  CODE("add    r2, r9")                    \
  CODE("pkhbt  r8, r6, r7, lsl #16")       \
  CODE("str.w  r8, [r2]")                  \
  CODE("add    r2, r9")                    \
  CODE("pkhtb  r7, r7, r6, asr #16")       \
  CODE("subs.w r10, r10, #4")              \
  CODE("str.w  r7, [r2]")                  \
  CODE("add    r2, r9")
/* One, two or three are left. */
#define LAST_PIXELS(first) \
  CODE("adds   r10, #4")   \
  CODE("beq    8f")        \
  TWO_PIXELS(first)        \
  CODE("str.w  r8, [r2]")  \
  CODE("cmp    r10, #2")   \
  CODE("blt    8f")        \
  CODE("add    r2, r9")    \
  CODE("str.w  r5, [r2]")  \
  CODE("beq    8f")        \
  CODE("add    r2, r9")    \
  TWO_PIXELS("-12")        \
  CODE("str.w  r8, [r2]")  \
  MARK("8")
/* Strides of 2: the first of an odd number is the second one of its record. */
#define FIRST_OF_ODD()        \
  CODE("tst.w  r10, #1")      \
  CODE("beq    9f")           \
  TWO_PIXELS("-4")            \
  CODE("subs   r1, #28")      \
  CODE("subs.w r10, r10, #1") \
  CODE("str.w  r5, [r2]")     \
  CODE("add    r2, r9")       \
  MARK("9")

/* One piece of assembly, because no compiler keeps all of it in registers. `ldr pc` wants odd addresses
 * (Thumb); adr counts from a multiple of 4, which the assembler takes the function to begin at.
 * 1: four channels, r5 the first. r6 is 0 if no records are between the first and the last, and bit 2 of it
 * is 1 if their number is odd; then 2 begins with the second of its two. 5: two channels; the last record of
 * 0 and 1 is where sp is. In the end the last four channels may be some of those before once more. */
#define STRIP(COUNT, ALL_STEPS, step_bytes, STORE_LAST, STORE_FIRST, to_fourth, first, next) \
  CODE("push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}")                                      \
  CODE("sub    sp, #" FRAME)                                                                 \
  CODE("ldr    r3, [r0, #80]")                                                               \
  CODE("ldr    r6, [r0, #84]")                                                               \
  CODE("str    r0, [sp, #" JOB_AT "]")                                                       \
  CODE("str    r3, [sp, #" STREAM "]")                                                       \
  COUNT()                                                                                    \
  CODE("rsb    r1, r7, r7, lsl #3")                                                          \
  CODE("add    r1, sp, r1, lsl #2")                                                          \
  CODE("movs   r5, #0")                                                                      \
  CODE("str    r1, [sp, #" TOP "]")                                                          \
  CODE("str    r5, [sp, #" CHANNELS "]")                                                     \
  CODE("b      9f")                                                                          \
  MARK("8")                                                                                  \
  CODE("subs   r7, #6")                                                                      \
  MARK("9")                                                                                  \
  CODE("cmp    r7, #6")                                                                      \
  CODE("bhi    8b")                                                                          \
  CODE("rsb    r1, r7, r7, lsl #3")                                                          \
  CODE("lsls   r1, r1, #2")                                                                  \
  CODE("str    r1, [sp, #" DOWN "]")                                                         \
  CODE("movs   r1, #" step_bytes)                                                            \
  CODE("adr.w  r2, 70f + 1")                                                                 \
  CODE("adr.w  r3, 71f + 1")                                                                 \
  CODE("mls    r2, r7, r1, r2")                                                              \
  CODE("mls    r3, r7, r1, r3")                                                              \
  CODE("str    r2, [sp, #" EVEN "]")                                                         \
  CODE("str    r3, [sp, #" ODD "]")                                                          \
  MARK("1")                                                                                  \
  CODE("ldr    r4, [sp, #" JOB_AT "]")                                                       \
  CODE("ldr.w  lr, [sp, #" TOP "]")                                                          \
  LISTED()                                                                                   \
  RECORDED()                                                                                 \
  CODE("mov    r6, sp")                                                                      \
  CODE("eors.w r6, r6, lr")                                                                  \
  CODE("beq    4f")                                                                          \
  CODE("ldmia  r4!, {r0, r1, r2}")                                                           \
  CODE("add    r0, r5")                                                                      \
  CODE("add    r1, r5")                                                                      \
  CODE("add    r2, r5")                                                                      \
  CODE("ldmia.w r4, {r3, r4, r5}")                                                           \
  CODE("lsls   r6, r6, #29")                                                                 \
  CODE("bmi.w  3f")                                                                          \
  ALIGNED()                                                                                  \
  MARK("2")                                                                                  \
  STEPPED()                                                                                  \
  MARK("3")                                                                                  \
  STEPPED()                                                                                  \
  CODE("cmp    sp, lr")                                                                      \
  CODE("bne    2b")                                                                          \
  MARK("4")                                                                                  \
  CODE("ldr    r4, [sp, #" JOB_AT "]")                                                       \
  CODE("ldr    r5, [sp, #" CHANNELS "]")                                                     \
  CODE("adds   r4, #48")                                                                     \
  LISTED()                                                                                   \
  LAST_WORD()                                                                                \
  RECORDED()                                                                                 \
  LAST_WORD()                                                                                \
  CODE("ldr    r0, [sp, #" TOP "]")                                                          \
  MARK("5")                                                                                  \
  CHANNEL("0", "", "str", EVEN, ALL_STEPS, step_bytes, STORE_LAST)                           \
  CHANNEL("1", ", ror #8", "ldr", ODD, ALL_STEPS, step_bytes, STORE_LAST)                    \
  CODE("sub.w  r2, sp, #28*6")                                                               \
  CODE("ldr    r1, [sp, #" TOP "]")                                                          \
  CODE("cmp    r0, r2")                                                                      \
  CODE("add.w  r0, r1, #12")                                                                 \
  CODE("beq.w  5b")                                                                          \
  CODE("ldr.w  r12, [sp, #" JOB_AT "]")                                                      \
  CODE("ldr    r3, [sp, #" CHANNELS "]")                                                     \
  CODE("ldr.w  r10, [r12, #84]")                                                             \
  CODE("ldr.w  r2, [r12, #72]")                                                              \
  CODE("ldr.w  r9, [r12, #76]")                                                              \
  CODE("add    r2, r3")                                                                      \
  STORE_FIRST()                                                                              \
  CODE("subs   r1, #" to_fourth)                                                             \
  CODE("subs.w r10, r10, #4")                                                                \
  CODE("blt    7f")                                                                          \
  ALIGNED()                                                                                  \
  MARK("6")                                                                                  \
  FOUR_PIXELS(first, next)                                                                   \
  CODE("bge    6b")                                                                          \
  MARK("7")                                                                                  \
  LAST_PIXELS(first)                                                                         \
  CODE("adds   r5, r3, #4")                                                                  \
  CODE("sub.w  r3, r9, #4")                                                                  \
  CODE("cmp    r5, r9")                                                                      \
  CODE("bhs    9f")                                                                          \
  CODE("cmp    r5, r3")                                                                      \
  CODE("it     hi")                                                                          \
  CODE("movhi  r5, r3")                                                                      \
  CODE("str    r5, [sp, #" CHANNELS "]")                                                     \
  CODE("b.w    1b")                                                                          \
  MARK("9")                                                                                  \
  CODE("add    sp, #" FRAME)                                                                 \
  CODE("pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}")

#define JOB const nook_strip* job NOOK_IN_REGISTER

#define COUNT_TWOS() CODE("adds   r7, r6, #1") CODE("lsrs   r7, r7, #1")
#define COUNT_ONES() CODE("mov    r7, r6")
#define NONE_STORED(odd)
#define NONE_OF_ODD()

NOOK_ASSEMBLY void nook_strip_dsp(JOB) {
  __asm volatile(STRIP(COUNT_TWOS, STEPS, STEP_BYTES, NONE_STORED, NONE_OF_ODD, "20", "16", "56"));
}

NOOK_ASSEMBLY void nook_strip_by_two_dsp(JOB) {
  __asm volatile(
      STRIP(COUNT_ONES, STEPS_BY_TWO, STEP_BY_TWO_BYTES, LAST_STORED, FIRST_OF_ODD, "76", "44", "112"));
}
