#include "nookc/middle/plan/solving/solver.h"

#include "nookc/middle/plan/solving/assign.h"

namespace nookc {
namespace {

struct Named {
  std::string name;
  Solver solver;
};

std::vector<Named>& all() {
  static std::vector<Named> solvers = {{kDefaultSolver, best_plan},
                                       {"greedy_by_size", greedy_by_size},
                                       {"greedy_by_conflicts", greedy_by_conflicts},
                                       {"hill_climb", hill_climb}};
  return solvers;
}

}  // namespace

void register_solver(const std::string& name, Solver solver) {
  for (Named& named : all())
    if (named.name == name) {
      named.solver = std::move(solver);
      return;
    }
  all().push_back({name, std::move(solver)});
}

const Solver* find_solver(const std::string& name) {
  for (const Named& named : all())
    if (named.name == name) return &named.solver;
  return nullptr;
}

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const Named& named : all()) names.push_back(named.name);
  return names;
}

}  // namespace nookc
