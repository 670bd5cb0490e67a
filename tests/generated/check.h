// The property under test: however a model is compiled and run, each byte of each output equals the
// interpreter's, and nothing else is written.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tests/generated/interpreted.h"
#include "tests/generated/run.h"

namespace generated {

// A fault planted into the compiler's results, to check that it is found (plants.h). Each returns whether it
// found a place for it; null: no change there.
struct Plant {
  std::string name;
  std::function<bool(nookc::Program&)> program = nullptr;
  std::function<bool(nookc::Files&)> files = nullptr;
};

// Counts of the checks, so that a test can require a minimum.
struct Counts {
  int64_t graphs = 0, programs = 0, comparisons = 0;  // comparisons: all outputs of one inference each
  int64_t refused = 0;                                // by pools and streams that the model does not fit
  int64_t scaled = 0;               // operators in chains that produce several rows from one
  int64_t strips = 0, middles = 0;  // chains of strips, and those with a loop of equal steps
  int64_t chains = 0, streams = 0, views = 0, units = 0, interpreted = 0, planted = 0;
  int64_t stored = 0;      // programs with weights in storage
  int64_t two_cores = 0;   // programs for two cores
  int64_t simplified = 0;  // models with operators that the compiler simplifies

  void add(const Counts& other);
};

// The model that `nook convert` writes: its float operators are simplified.
std::string converted(const std::string& tflite);

// A model, inputs for it, and the expected outputs.
class Subject {
 public:
  // `seed`: for the inputs. The model is converted().
  Subject(std::string tflite, uint32_t seed);

  // Computes the expected outputs with both the interpreter and the plainest compiled code, which must agree.
  // The compiler simplifies the original to code with the same bytes. Empty: no fault.
  std::string prepare(Counts& counts);
  // Runs the interpreter in other setups.
  std::string check_interpreter(Counts& counts);
  std::string among_subgraphs() const;
  // Runs interpreter and compiled code with random bytes in the state before each inference: nothing else may
  // be written.
  std::string check_spoiled(Counts& counts);
  std::string check(const Variant& variant, Counts& counts, const Plant* plant = nullptr);

  const std::string& tflite() const { return tflite_; }
  const nookc::Graph& graph() const { return graph_; }
  // The inputs of the first inference; models with state get several.
  const Values& inputs() const { return inputs_[0]; }
  const Values& expected() const { return expected_[0].outputs; }
  bool waits() const { return expected_[0].waits; }  // the first inference has no result

 private:
  std::string compare(const Outcome& outcome, size_t run, const std::string& who, Counts& counts) const;
  std::string run(const Model& model, Counts& counts) const;

  std::string check(const std::string& tflite, const Variant& variant, Counts& counts, const Plant* plant);

  std::string original_, tflite_;
  uint32_t seed_;
  nookc::Graph graph_;             // as imported
  std::vector<Values> inputs_;     // per inference
  std::vector<Outcome> expected_;  // per inference
};

}  // namespace generated
