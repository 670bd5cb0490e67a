// A plan as a picture: time across, addresses up, one picture per pool, and the cost of each operator below.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "nookc/middle/lower/in_use.h"
#include "nookc/middle/plan/solving/solve.h"

namespace nookc {

struct MapBuffer {
  std::string name, kind;
  int64_t offset = 0, size = 0;
  std::vector<nook::Steps> lives;  // steps, both included
  std::string label = {};          // shorter than the name; empty: derived from it
  int32_t rows = 0;                // rows of an image held in a ring; 0: the whole image
  nook::Steps used = {0, -1};  // for a ring: from the operator that computes rows to the last that reads them
};

struct MapPool {
  std::string name;
  int64_t height = 0, lower_bound = 0, capacity = 0;  // bytes; capacity 0: none
  std::vector<MapBuffer> buffers;
  int32_t peak = -1;  // the step at which it is fullest (nookc/middle/lower/in_use.h); -1: it is empty
  int64_t used = 0;   // bytes in use at that step
  bool kept = false;  // persistent memory: live at all steps, and not a part of the scratch
};

// Bytes in use at each step; bytes that several buffers share count once.
BytesInUse bytes_in_use(const MapPool& pool);
// "14592 bytes in use", at its peak.
std::string used_text(const MapPool& pool);
// "14,592".
std::string grouped(int64_t number);

// A cost of operators, drawn under the same steps.
struct MapBar {
  int32_t step = 0;
  double amount = 0;
  std::string what;  // description shown when the bar is hovered
};
struct MapBars {
  std::string title;
  std::string name;  // key that identifies the bar in two builds
  std::vector<MapBar> bars;
};

// The rows of an operator's result along the time, or of an input, in a network that moves by hops.
struct MapRows {
  std::string title;  // "3 CONV_2D"
  std::string name;
  int32_t rows = 0;                   // in the whole window; 0: none, the operator runs whole
  int32_t frames = 1;                 // from one row to the next
  std::vector<nook::Steps> computed;  // in each hop
  nook::Steps kept = {0, -1};         // in persistent memory
  int32_t rows_computed = 0;
  int64_t state_bytes = 0, macs = 0, macs_of_window = 0;
};
struct MapHop {
  int32_t window = 0, frames = 0;  // frames of a window, and new frames of a hop
  std::vector<MapRows> all;

  // The network that runs on whole windows instead.
  MapHop whole() const;
};

// The number of an operator in the model; "-" if the compiler inserted it, as in reports.
std::string node_number(int64_t node);

struct MapOperator {
  int32_t node = 0;  // node number in the model; -1: inserted
  std::string kind, name, kernel;
  int64_t constant_bytes = 0;

  std::string label() const;  // "3 CONV_2D conv_1"
};

// A figure of the whole model: "input bytes".
struct MapFigure {
  std::string what;
  int64_t amount = 0;
};

struct Map {
  std::string title, subtitle;
  int32_t first = 0, last = 0;          // steps
  std::vector<std::string> step_names;  // names of steps from `first` on; may be empty
  std::vector<nook::Steps> chains;      // operators that run together, row by row
  std::vector<MapPool> pools;
  std::vector<MapBars> bars;
  std::optional<MapHop> hop;
  // Only for maps of a build: operator i is step i + 1.
  std::string model;  // the SHA-256 of its file
  // Where each step from `first` on begins, and the last one ends, in milliseconds; empty: steps are as wide.
  std::vector<double> starts;
  std::vector<MapOperator> operators;
  std::vector<MapFigure> figures;

  // "3 CONV_2D conv_1", or the number.
  std::string step_name(int32_t step) const;
  // "3", "-", "entry" or "exit".
  std::string step_number(int32_t step) const;
};

// Explains a plan at its lower bound: with several pools, a pool could still be lower with a buffer
// elsewhere.
std::string least_text(const Map& map);

// The scratch and the persistent memory of a build, read from its report (report.h), which may come from a
// file; messages call it `source`. Row-wise operators take one step each, although their buffers are live
// together, so that their rings can be distinguished. Diag N2029: it is not a report, or not valid.
Result<Map> map_of(const nlohmann::json& report, const std::string& source);
Map map_of(const Task& task, const TaskPlan& plan);
// Sets the range of steps, and the peak of pools that name none.
void settle(Map& map);

// Makes time the axis of a build's map: the milliseconds of each of its operators. Entry and exit take none.
void set_times(Map& map, const std::vector<double>& milliseconds);

// Pictures of one map, or of two next to each other on one scale: as a stand-alone SVG;
std::string map_svg(const std::vector<Map>& maps);
// as a stand-alone page that describes a buffer when it is hovered or touched;
std::string map_html(const std::vector<Map>& maps);
// and for a terminal of `width` columns; 0: any width, joined names in full.
std::string map_text(const Map& map, int width);
// Likewise the rows along the time alone.
std::string hop_map_text(const MapHop& hop, int width);

}  // namespace nookc
