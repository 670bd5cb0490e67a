#include "nookc/study/fit/front.h"
#include "web/core/answers.h"
#include "web/core/attached_files.h"
#include "web/core/options.h"

namespace nookc::web {

Result<Answer> front_answer(const ModelBytes& model, const Asked& asked, double seconds) {
  Request request = asked.request;
  const Part* const part = find_part(request.board);
  if (!part) return usage("options", "\"board\" is required", "\"board\": \"nrf52840\"");
  if (request.budget.any())
    return Diag{Exit::kUsage, "N2102", "options", "a front has all budgets of memory",
                "leave out the budget"};
  request.solver.time_limit = seconds;
  const auto found = [](const Front& front) {
    Json json = front_json(front);
    json["of"] = front.memory == Goal::kRam ? "ram_front" : "flash_front";
    progress({json.dump(), front.points.size(), 0});
  };
  const Result<Fronts> fronts = fronts_of(
      model, request, *part, [](const Doing&) {}, found);
  if (!fronts) return fronts.diag();
  return Answer{{{"ram_front", front_json(fronts->ram)}, {"flash_front", front_json(fronts->flash)}}, {}};
}

}  // namespace nookc::web
