// The same models by the interpreter, which shares neither passes nor plans with the compiler.
#pragma once
#include "tests/generated/run.h"

namespace generated {

// The ways to set it up, the simplest first. kPrepacked: with weights that another interpreter has packed.
// kInArena: everything in one buffer that has exactly the size it is said to need.
enum class Setup { kPlain, kInScratch, kPacked, kRows, kPackedRows, kPrepacked, kInArena };
constexpr int kSetups = 7;
// Whether the model must name chains (with_rows).
constexpr bool by_rows(Setup setup) { return setup == Setup::kRows || setup == Setup::kPackedRows; }

// What Outcome::wrong begins with where the model is one that the interpreter does not run.
inline constexpr const char* kInterpreterRefuses = "the interpreter refuses it: ";

// Several inferences of one interpreter, or those up to the first in which something is wrong. `tflite`
// starts at a multiple of 16. Of `rows` the model must name chains.
std::vector<Outcome> interpret(const std::string& tflite, const std::vector<Values>& runs, Setup setup,
                               uint32_t turn);

// The same with other bytes in the state before each inference: what is wrong is memory that was written, not
// what comes out.
std::string spoil_state(const std::string& tflite, const std::vector<Values>& runs, Setup setup,
                        uint32_t turn);

// The bytes of a state that nobody would save: words that counters, indices and floats do not like.
void spoil(uint8_t* state, size_t bytes, uint32_t& draw);

// A copy of the model with subgraphs that never run beside the first: an empty one, as TensorFlow's converter
// writes it, and one that a CALL_ONCE names, which assigns to a variable that nobody reads.
std::string with_company(const std::string& tflite);

// A copy of the model that says which operators an interpreter runs by rows: as the compiler would choose.
// Empty: none.
std::string with_rows(const std::string& tflite);

}  // namespace generated
