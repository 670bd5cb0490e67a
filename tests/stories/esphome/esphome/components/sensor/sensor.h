#pragma once
#include <cmath>
#include <vector>

namespace esphome {
namespace sensor {

class Sensor {
 public:
  void publish_state(float value) { states.push_back(state = value); }
  float state = NAN;
  std::vector<float> states;
};

}  // namespace sensor
}  // namespace esphome
