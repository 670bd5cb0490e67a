"""Combines many mutants of a file in one text: each change is a branch that the environment chooses at run time."""
import collections
import re

CHOSEN = r"""/* Which mutant runs: NOOK_MUTANT names it. NOOK_MUTANT_REACHED names a file with a byte for each, which is set when
   the place of the mutant is reached. Written by tools/mutate. */
#ifndef NOOK_MUTANT_CHOSEN_H
#define NOOK_MUTANT_CHOSEN_H
#ifdef __cplusplus
extern "C" {
#endif
extern char* nook_mutant_getenv(const char*) __asm__("getenv");
extern int nook_mutant_atoi(const char*) __asm__("atoi");
extern int nook_mutant_open(const char*, int, ...) __asm__("open");
extern int nook_mutant_close(int) __asm__("close");
extern void* nook_mutant_mmap(void*, unsigned long, int, int, int, long) __asm__("mmap");
__attribute__((weak)) int nook_mutant_number = -1;
__attribute__((weak)) unsigned char* nook_mutant_reached = 0;
static __attribute__((noinline, cold, unused)) void nook_mutant_begin(void) {
  const char* number = nook_mutant_getenv("NOOK_MUTANT");
  const char* reached = nook_mutant_getenv("NOOK_MUTANT_REACHED");
  nook_mutant_number = number ? nook_mutant_atoi(number) : 0;
  if (reached) {
    int file = nook_mutant_open(reached, 2);
    if (file >= 0) {
      void* map = nook_mutant_mmap(0, 65536, 3, 1, file, 0);
      if (map != (void*)-1) nook_mutant_reached = (unsigned char*)map;
      nook_mutant_close(file);
    }
  }
}
static inline __attribute__((unused)) int nook_mutant_now(int n) {
  if (nook_mutant_number < 0) nook_mutant_begin();
  if (nook_mutant_reached) nook_mutant_reached[n] = 1;
  return nook_mutant_number == n;
}
#ifdef __cplusplus
}
/* Constant expressions are not mutated: the compiler evaluates them. */
static constexpr __attribute__((unused)) bool nook_mutant(int n) {
  return !__builtin_is_constant_evaluated() && nook_mutant_now(n);
}
#else
#define nook_mutant(n) nook_mutant_now(n)
#endif
#endif
"""
MOST = 65535  # bytes of the file that lists reached mutants


COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


def flat(text):
    """On one line, and without comments that would swallow the following code."""
    text = COMMENT.sub(lambda found: " " if found.group()[0] == "/" else found.group(), text)
    return " ".join(line.strip().removesuffix("\\").strip() for line in text.split("\n"))


def edits(source, place, mutants):
    """(begin, end, new text): a branch for each mutant of the region, on as many lines as before."""
    begin, end, kind = place
    original = source[begin:end]
    if kind == "deletion":  # inner regions may have their own mutants
        return [(begin, begin, f"{{ if (!nook_mutant({mutants[0].number})) "), (end, end, " }")]
    if kind == "statement":
        branches = "".join(f"if (nook_mutant({m.number})) {{ {flat(m.after)} }} else " for m in mutants)
        return [(begin, end, f"{{ {branches}{{ {original} }} }}")]
    truth = "!!" if kind == "condition" else ""  # an operand may be of a class that converts to bool
    branches = "".join(f"nook_mutant({m.number}) ? {truth}({flat(m.after)}) : " for m in mutants)
    return [(begin, end, f"({branches}{truth}({original}))")]


def schemata(source, mutants):
    """The source with all mutants in it."""
    by_place = collections.defaultdict(list)
    for m in mutants:
        by_place[m.region].append(m)
    text, at = [], 0
    for begin, end, new in sorted(e for place in by_place for e in edits(source, place, by_place[place])):
        text += [source[at:begin], new]
        at = end
    return "".join(text) + source[at:]


def alone(source, mutant):
    """The source with one mutant permanently applied."""
    begin, end, _ = mutant.region
    return source[:begin] + (mutant.after or (";" if mutant.kind == "statement" else "")) + source[end:]
