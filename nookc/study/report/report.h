// A Program as text for readers and as JSON for tools. Both are deterministic and contain no dates.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/back/emit/emit.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// The cycles of a call's kernel, if they are estimated (docs/cycles.md); otherwise null.
nlohmann::ordered_json estimated_json(const Call& call);

nlohmann::ordered_json hints_json(const std::vector<Hint>& hints);

// Every fact of the generated header and of its plan (docs/formats.md lists the keys):
//   format name target tool{} model{} macs stack_bytes inputs[] outputs[] memory{scratch[] persistent[]
//   constant[]} operators[] buffers[] constants[] passes[]
// inputs[i].bytes is the header's <NAME>_INPUT_<IDENTIFIER>_BYTES, and likewise for every key and macro.
nlohmann::ordered_json report_json(const Program& program, const EmitOptions& options);

// kQuiet: memory by role only. kNormal: joined tensor names are cut after the first, operators appear by
// number if an earlier line has their name, and passes that changed nothing are omitted.
enum class Detail { kQuiet, kNormal, kFull };

struct View {
  Detail detail = Detail::kFull;
  int width = 0;  // width of the terminal, for all except kFull; 0: any
};

// The report for a terminal: memory by role, the operators, the peak and its location, the effect of the
// passes, the buffers.
std::string report_text(const Program& program, const EmitOptions& options, const View& view = {});

// <name>.json and <name>.report.txt.
Files report_files(const Program& program, const EmitOptions& options);

}  // namespace nookc
