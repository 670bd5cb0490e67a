#pragma once
#include <vector>

namespace esphome {
namespace binary_sensor {

class BinarySensor {
 public:
  void publish_state(bool value) { states.push_back(state = value); }
  bool state = false;
  std::vector<bool> states;
};

}  // namespace binary_sensor
}  // namespace esphome
