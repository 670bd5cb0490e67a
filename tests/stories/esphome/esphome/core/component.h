// Stands in for ESPHome's class of a component.
#pragma once
#include <cstdint>

namespace esphome {

class Component {
 public:
  virtual ~Component() = default;
  virtual void setup() {}
  virtual void loop() {}
  virtual void dump_config() {}
  void mark_failed() { failed_ = true; }
  bool is_failed() const { return failed_; }
  void status_set_error(const char* = "") { error_ = true; }
  bool status_has_error() const { return error_; }

 private:
  bool failed_ = false, error_ = false;
};

class PollingComponent : public Component {
 public:
  virtual void update() = 0;
  void set_update_interval(uint32_t milliseconds) { update_interval = milliseconds; }
  uint32_t update_interval = 0;
};

}  // namespace esphome
