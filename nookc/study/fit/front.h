// The front of a model on a board: programs, none of which is both smaller and faster than another.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nookc/core/progress.h"
#include "nookc/request/request.h"
#include "nookc/target/parts.h"

namespace nookc {

struct FrontPoint {
  ProgramSize used;
  double milliseconds = 0;           // estimated
  double least = 0;                  // cycles that no choice goes below within the memory of the point
  std::string options;               // for nook compile, with the board
  std::vector<std::string> changes;  // from the point before

  // The part of the time that another choice within the memory of the point may save at most; 0: none is
  // faster.
  double gap() const { return used.gap(least); }
};

// The points in the order in which memory grows and time falls.
struct Front {
  Goal memory = Goal::kRam;  // or kFlash
  std::vector<FrontPoint> points;
  bool proven = true;  // no choice is faster within the memory of a point
  bool whole = true;   // false: the time limit ended the search; smaller programs may be missing
};

struct Fronts {
  Front ram, flash;
};

// Receives a front after each point that the search adds, from the fastest program on.
using FoundPoint = std::function<void(const Front&)>;

// The front of RAM has all points; the front of flash takes the next point where at least kFlashStep of the
// flash is saved. The request has the board, by the name under which options give it, and may limit the time
// of both together. Diags as compile_model() without a budget of memory.
inline constexpr double kFlashStep = 0.02;
Result<Fronts> fronts_of(const ModelBytes& model, const Request& request, const Part& part,
                         const Progress& progress, const FoundPoint& found = {});

nlohmann::ordered_json front_json(const Front& front);
// A stand-alone picture of both, for light and dark backgrounds.
std::string fronts_svg(const std::string& title, const Fronts& fronts);

}  // namespace nookc
