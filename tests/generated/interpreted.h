// Runs the same models with the interpreter, which shares neither passes nor plans with the compiler.
#pragma once
#include "tests/generated/run.h"

namespace generated {

// The ways to set it up, the simplest first. kPrepacked: with weights packed by another interpreter.
// kInArena: everything in one buffer of exactly the reported size.
enum class Setup { kPlain, kInScratch, kPacked, kRows, kPackedRows, kPrepacked, kInArena };
constexpr int kSetups = 7;
// Whether the model must name chains (with_rows).
constexpr bool by_rows(Setup setup) { return setup == Setup::kRows || setup == Setup::kPackedRows; }

// The beginning of Outcome::wrong if the interpreter does not support the model.
inline constexpr const char* kInterpreterRefuses = "the interpreter refuses it: ";

// Runs several inferences of one interpreter, up to the first fault. `tflite` starts at a multiple of 16. For
// row setups the model must name chains.
std::vector<Outcome> interpret(const std::string& tflite, const std::vector<Values>& runs, Setup setup,
                               uint32_t turn);

// Like interpret(), with random bytes in the state before each inference: only overwritten memory is a fault,
// any output is accepted.
std::string spoil_state(const std::string& tflite, const std::vector<Values>& runs, Setup setup,
                        uint32_t turn);

// Fills a state with bytes that no interpreter would save: values that are unusual for counters, indices and
// floats.
void spoil(uint8_t* state, size_t bytes, uint32_t& draw);

// A copy of the model with additional subgraphs that never run: an empty one, as TensorFlow's converter
// writes it, and one that a CALL_ONCE names, which assigns to an unread variable.
std::string with_company(const std::string& tflite);

// A copy of the model whose first subgraph only runs the graph, as both branches of an IF. No operator of the
// model may need several runs for one result.
std::string in_a_branch(const std::string& tflite);

// A copy of the model with the row chains that the compiler would choose. Empty: there are none.
std::string with_rows(const std::string& tflite);

}  // namespace generated
