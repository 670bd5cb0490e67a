#include "nookc/study/fit/hop_choices.h"

#include "nookc/study/fit/fit.h"

namespace nookc {
namespace {

void fill_in(HopChoice& choice, const Program& program, const Part* board) {
  const Needs needs = needs_of(program);
  choice.ram_bytes = needs.ram();
  if (board) choice.milliseconds = estimated_ms(*board, needs);
}

}  // namespace

void measure_choices(Program& program, const ModelBytes& model, const Request& request) {
  HopFacts& hop = program.hop;
  const Part* const board = find_part(request.board);
  for (const size_t i : hop.shown()) {
    if (i == hop.chosen) {
      fill_in(hop.choices[i], program, board);
      continue;
    }
    Request other = request;
    other.hop_state = std::to_string(hop.choices[i].state_bytes);
    const Result<CompiledModel> compiled = compile_model(model, other, {});
    if (compiled) fill_in(hop.choices[i], compiled->program, board);
  }
}

}  // namespace nookc
