// Feeds a network with the states of sensors, at an interval.
#pragma once
#include "esphome/components/sensor/sensor.h"
#include "model.h"

namespace esphome {
namespace nook_esphome {

class SensorSource : public PollingComponent {
 public:
  void set_model(Model* model) { model_ = model; }
  void add_sensor(sensor::Sensor* sensor) { sensors_.push_back(sensor); }

  // A row has a value of every sensor: before each of them has one, there is none.
  void update() override {
    for (const sensor::Sensor* each : sensors_)
      if (std::isnan(each->state)) return;
    for (const sensor::Sensor* each : sensors_) model_->feed(&each->state, 1);
  }

 protected:
  Model* model_ = nullptr;
  std::vector<sensor::Sensor*> sensors_;
};

}  // namespace nook_esphome
}  // namespace esphome
