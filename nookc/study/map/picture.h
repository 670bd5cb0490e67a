// The parts of a map's picture, each an SVG fragment.
#pragma once
#include <string>
#include <vector>

#include "nookc/study/map/map.h"
#include "nookc/study/markup/markup.h"

namespace nookc {

inline constexpr double kLeft = 86, kRight = 14;  // margins between a plot and the edges of its picture
inline constexpr double kLetterWidth = 6.6;       // approximate width of a letter of 11 to 12 pixels

struct Frame {
  double width = 1000;
  double top = 1;       // the amount at the upper edge of the plot
  std::string heading;  // "before: "; may be empty
};

struct Drawing {
  std::string svg;
  double width = 0, height = 0;
  std::string name;  // text for screen readers
};

// The time axis, the same in all pictures of a map, so that operators are aligned vertically.
class Axis {
 public:
  Axis(const Map& map, double width);
  double x(double step) const;
  double width() const { return width_; }
  // The width of a buffer that is live from step `first` to step `last`: steps without time are visible, too.
  double width(double first, double last) const;
  // The plot's area with amounts on the left and operator numbers below; for a problem, step numbers; with
  // times, milliseconds.
  std::string plot(double y, double height, double top) const;

 private:
  std::string steps(double y) const;
  std::string milliseconds(double y) const;

  const Map& map_;
  double width_, steps_;
};

// A round amount for the upper edge of a picture.
double pool_top(const MapPool& pool);
double bars_top(const MapBars& bars);

Drawing drawn(const Map& map, const MapPool& pool, const Frame& frame);
Drawing drawn(const Map& map, const MapBars& bars, const Frame& frame);
Drawing drawn(const MapHop& hop, const Frame& frame);

// All pictures of a map, or of two, in rows of one or two. Pictures in a row share one scale, unless that
// would flatten a pool next to a much larger one.
std::vector<std::vector<Drawing>> drawings_of(const std::vector<Map>& maps);

// Cuts a text to `letters`; a shortened text ends with '~'.
std::string cut(const std::string& text, double letters);

}  // namespace nookc
