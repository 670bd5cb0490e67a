// An element of a network's output as a sensor.
#pragma once
#include "esphome/components/sensor/sensor.h"
#include "model.h"

namespace esphome {
namespace nook_esphome {

class ModelSensor : public sensor::Sensor, public Listener {
 public:
  void set_element(size_t output, size_t index) { output_ = output, index_ = index; }
  // The sensor is the index of the largest element.
  void set_best(size_t output) { output_ = output, best_ = true; }
  void set_window(size_t count) { mean_.set_count(count); }

  void answered(const Model& model) override {
    if (best_) return publish_state(static_cast<float>(model.best(output_)));
    mean_.add(model.output(output_, index_));
    publish_state(mean_.value());
  }

 protected:
  Mean mean_;
  size_t output_ = 0, index_ = 0;
  bool best_ = false;
};

}  // namespace nook_esphome
}  // namespace esphome
