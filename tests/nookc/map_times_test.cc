// The axis of time of a map.
#include "nookc/study/map/map.h"
#include "nookc/study/map/picture.h"
#include "tests/test.h"

using namespace nookc;

namespace {

// Three operators between entry and exit.
Map three() {
  Map map;
  map.first = 0, map.last = 4;
  map.step_names = {"entry", "0 A a", "1 B b", "2 C c", "exit"};
  return map;
}

constexpr double kWidth = kLeft + 1000 + kRight;

bool near(double a, double b) { return a - b < 1e-9 && b - a < 1e-9; }

}  // namespace

TEST(steps_are_as_wide_without_times) {
  const Map map = three();
  const Axis axis(map, kWidth);
  for (int step = 0; step <= 5; ++step) EXPECT(near(axis.x(step), kLeft + 200 * step));
  EXPECT(near(axis.width(1, 2), 400));
  EXPECT(axis.plot(0, 300, 100).find(">operator<") != std::string::npos);
}

TEST(steps_are_as_wide_as_their_times) {
  Map map = three();
  set_times(map, {1, 7, 2});
  const Axis axis(map, kWidth);
  const double wanted[] = {0, 0, 100, 800, 1000, 1000};
  for (int step = 0; step <= 5; ++step) EXPECT(near(axis.x(step), kLeft + wanted[step]));
  EXPECT(near(axis.x(2.5), kLeft + 450));
  EXPECT(near(axis.width(2, 3), 900));
  EXPECT(near(axis.width(0, 0), 1));  // the entry takes no time, and is seen
  const std::string plot = axis.plot(0, 300, 100);
  for (const char* mark : {">ms<", ">2<", ">4<", ">6<", ">8<", ">10<"})
    EXPECT(plot.find(mark) != std::string::npos);
  EXPECT(plot.find(">operator<") == std::string::npos);
}

TEST(times_that_are_all_zero_are_none) {
  Map map = three();
  set_times(map, {0, 0, 0});
  EXPECT(map.starts.empty());
  set_times(map, {});
  EXPECT(map.starts.empty());
}
