// A Program for people and for other tools. Both are deterministic and hold no dates.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/emit/emit.h"
#include "nookc/lower/program.h"

namespace nookc {

// Every fact of the generated header and the plan behind it (docs/formats.md lists the keys):
//   format name target tool{} model{} macs stack_bytes inputs[] outputs[] memory{scratch[] persistent[]
//   constant[]} operators[] buffers[] constants[] passes[]
// inputs[i].bytes is the header's <NAME>_INPUT_<IDENTIFIER>_BYTES, and so on for every key and macro.
nlohmann::ordered_json report_json(const Program& program, const EmitOptions& options);

// kQuiet: memory by role alone; kNormal: joined names of tensors cut after the first, operators by their
// number where a line above has their name, no passes that changed nothing.
enum class Detail { kQuiet, kNormal, kFull };

struct View {
  Detail detail = Detail::kFull;
  int width = 0;  // of the terminal, for all but kFull; 0: any
};

// The same for a terminal: memory by role, the operators, the peak and where it is, what the passes did, the
// buffers.
std::string report_text(const Program& program, const EmitOptions& options, const View& view = {});

// <name>.json and <name>.report.txt.
Files report_files(const Program& program, const EmitOptions& options);

}  // namespace nookc
