// The same models by the interpreter, which shares neither passes nor plans with the compiler.
#pragma once
#include "tests/generated/run.h"

namespace generated {

// The ways to set it up, the simplest first.
enum class Setup { kPlain, kInScratch, kPacked, kRows, kPackedRows };
constexpr int kSetups = 5;

// What Outcome::wrong begins with where the model is one that the interpreter does not run.
inline constexpr const char* kInterpreterRefuses = "the interpreter refuses it: ";

// Several inferences of one interpreter, or those up to the first in which something is wrong. `tflite`
// starts at a multiple of 16. Of `rows` the model must name chains.
std::vector<Outcome> interpret(const std::string& tflite, const std::vector<Values>& runs, Setup setup,
                               uint32_t turn);

// A copy of the model that says which operators an interpreter runs by rows: as the compiler would choose.
// Empty: none.
std::string with_rows(const std::string& tflite);

}  // namespace generated
