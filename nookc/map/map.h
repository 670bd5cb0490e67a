// A plan as a picture: time across, addresses up, one picture per pool.
#pragma once
#include <string>
#include <vector>

#include "nookc/lower/program.h"
#include "nookc/plan/solving/solve.h"

namespace nookc {

struct MapBuffer {
  std::string name, kind;
  int64_t offset = 0, size = 0;
  std::vector<nook::Steps> lives;  // steps, both included
  std::string label = {};          // shorter than the name; empty: made of it
  int32_t rows = 0;                // of an image, held in a ring; 0: all of it
  nook::Steps used = {0, -1};      // of a ring: from the operator that makes rows to the last that reads them
};

struct MapPool {
  std::string name;
  int64_t height = 0, lower_bound = 0, capacity = 0;  // bytes; capacity 0: none
  std::vector<MapBuffer> buffers;
  int32_t peak = -1;  // the step at which it is fullest (nookc/lower/in_use.h); -1: it is empty
  int64_t used = 0;   // bytes in use then
};

// "14592 bytes in use", those that share an address counted once.
std::string used_text(const MapPool& pool);

struct Map {
  std::string title, subtitle;
  int32_t first = 0, last = 0;          // steps
  std::vector<std::string> step_names;  // of step first + i; may be empty
  std::vector<nook::Steps> chains;      // operators that run together, row by row
  std::vector<MapPool> pools;

  // "3 CONV_2D conv_1", or the number.
  std::string step_name(int32_t step) const;
};

// What a height at its lower bound means: of several pools one could be lower with a buffer elsewhere.
std::string least_text(const Map& map);

// The scratch of a compiled model. Operators that run row by row take a step each, though all their buffers
// are there together: that is how their rings are told apart.
Map map_of(const Program& program, const std::string& name);
Map map_of(const Task& task, const TaskPlan& plan);

// One picture as SVG, that stands by itself.
std::string map_svg(const Map& map);
// A page that needs nothing else; hovering or touching a buffer says what it is.
std::string map_html(const Map& map);
// For a terminal of `width` columns.
std::string map_text(const Map& map, int width);

}  // namespace nookc
