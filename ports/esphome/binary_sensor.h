// Whether the mean of an output's last values is above a cutoff, as ESPHome's micro_wake_word decides.
#pragma once
#include "esphome/components/binary_sensor/binary_sensor.h"
#include "model.h"

namespace esphome {
namespace nook_esphome {

class ModelBinarySensor : public binary_sensor::BinarySensor, public Listener {
 public:
  void set_element(size_t output, size_t index) { output_ = output, index_ = index; }
  void set_window(size_t count) { mean_.set_count(count); }
  void set_cutoff(float cutoff) { cutoff_ = cutoff; }
  // Answers that are ignored at the start and after the sensor went on; it stays on as long.
  void set_ignored(uint32_t count) { ignored_ = left_ = count; }

  void answered(const Model& model) override {
    mean_.add(model.output(output_, index_));
    if (left_ > 0) --left_;
    const bool over = left_ == 0 && mean_.value() > cutoff_;
    if (over && ignored_ > 0) {
      mean_.clear();
      left_ = ignored_;
    }
    const bool on = over || (on_ && left_ > 0);
    if (on != on_ || !told_) publish_state(on);
    on_ = on;
    told_ = true;
  }

 protected:
  Mean mean_;
  size_t output_ = 0, index_ = 0;
  float cutoff_ = 0.5f;
  uint32_t ignored_ = 0, left_ = 0;
  bool on_ = false, told_ = false;
};

}  // namespace nook_esphome
}  // namespace esphome
