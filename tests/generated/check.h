// The property: whatever way a model is compiled and run, each byte of each output is what the interpreter
// makes, and nothing else is written.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tests/generated/interpreted.h"
#include "tests/generated/run.h"

namespace generated {

// A fault that is put into what the compiler makes, to see it found (plants.h). Each says whether it found a
// place for it; null: it changes nothing there.
struct Plant {
  std::string name;
  std::function<bool(nookc::Program&)> program = nullptr;
  std::function<bool(nookc::Files&)> files = nullptr;
};

// What was looked at, so that a test can say that it was not little.
struct Counts {
  int64_t graphs = 0, programs = 0, comparisons = 0;  // comparisons: of all outputs of one inference
  int64_t refused = 0;                                // by pools and streams that a model does not fit into
  int64_t scaled = 0;                                 // operators of chains that make several rows of one
  int64_t chains = 0, streams = 0, views = 0, units = 0, interpreted = 0, planted = 0;

  void add(const Counts& other);
};

// A model, inputs for it, and what must come out.
class Subject {
 public:
  // `seed`: of the inputs.
  Subject(std::string tflite, uint32_t seed);

  // Both of the interpreter and of compiled code at its plainest, which must agree. Empty: nothing is wrong.
  std::string prepare(Counts& counts);
  // The interpreter set up in other ways.
  std::string check_interpreter(Counts& counts);
  // Interpreter and compiled code with other bytes in the state before each inference: nothing else is
  // written.
  std::string check_spoiled(Counts& counts);
  std::string check(const Variant& variant, Counts& counts, const Plant* plant = nullptr);

  const std::string& tflite() const { return tflite_; }
  const nookc::Graph& graph() const { return graph_; }
  // Of the first inference; models that keep something are given several.
  const Values& inputs() const { return inputs_[0]; }
  const Values& expected() const { return expected_[0].outputs; }
  bool waits() const { return expected_[0].waits; }  // the first inference has no result

 private:
  std::string compare(const Outcome& outcome, size_t run, const std::string& who, Counts& counts) const;
  std::string run(const Model& model, Counts& counts) const;

  std::string tflite_;
  uint32_t seed_;
  nookc::Graph graph_;             // as imported
  std::vector<Values> inputs_;     // per inference
  std::vector<Outcome> expected_;  // likewise
};

}  // namespace generated
