// A network as a component of ESPHome: collects the elements of its input, runs when the input is full, and
// tells its listeners. Everything but push() belongs to the thread of ESPHome's loop.
#pragma once
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#include "esphome/core/component.h"
#include "esphome/core/log.h"
#include "network.h"

namespace esphome {
namespace nook_esphome {

constexpr const char* kTag = "nook";

inline size_t element_bytes(const nook_tensor_info& t) {
  switch (t.type) {
    case NOOK_FLOAT32:
    case NOOK_INT32:
      return 4;
    case NOOK_INT16:
    case NOOK_UINT16:
      return 2;
    default:
      return 1;
  }
}

inline size_t element_count(const nook_tensor_info& t) {
  return static_cast<size_t>(t.bytes) / element_bytes(t);
}

template <class T>
float loaded(const void* data, size_t index) {
  T value;
  std::memcpy(&value, static_cast<const uint8_t*>(data) + index * sizeof value, sizeof value);
  return static_cast<float>(value);
}

// An element as a real number.
inline float real_value(const nook_tensor_info& t, const void* data, size_t index) {
  float value = 0;
  switch (t.type) {
    case NOOK_FLOAT32:
      value = loaded<float>(data, index);
      break;
    case NOOK_INT32:
      value = loaded<int32_t>(data, index);
      break;
    case NOOK_INT16:
      value = loaded<int16_t>(data, index);
      break;
    case NOOK_UINT16:
      value = loaded<uint16_t>(data, index);
      break;
    case NOOK_INT8:
      value = loaded<int8_t>(data, index);
      break;
    default:
      value = loaded<uint8_t>(data, index);
  }
  return t.quantized ? t.scale * (value - static_cast<float>(t.zero_point)) : value;
}

template <class T>
void store(double value, void* data) {
  const double low = std::numeric_limits<T>::lowest(), high = std::numeric_limits<T>::max();
  const T stored = static_cast<T>(std::min(std::max(value, low), high));
  std::memcpy(data, &stored, sizeof stored);
}

// Writes a real number as an element: rounded, and the nearest that the type has.
inline void store_real(const nook_tensor_info& t, float real, void* data) {
  if (t.type == NOOK_FLOAT32) return store<float>(real, data);
  const double value = std::round(t.quantized ? real / t.scale + static_cast<float>(t.zero_point) : real);
  switch (t.type) {
    case NOOK_INT32:
      return store<int32_t>(value, data);
    case NOOK_INT16:
      return store<int16_t>(value, data);
    case NOOK_UINT16:
      return store<uint16_t>(value, data);
    case NOOK_INT8:
      return store<int8_t>(value, data);
    default:
      return store<uint8_t>(value, data);
  }
}

class Model;

// Is told after every inference.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void answered(const Model& model) = 0;
};

// The mean of the last values; before there are as many, the missing ones are 0.
class Mean {
 public:
  void set_count(size_t count) { last_.assign(count, 0.0f); }
  void add(float value) {
    last_[at_] = value;
    at_ = (at_ + 1) % last_.size();
  }
  void clear() { std::fill(last_.begin(), last_.end(), 0.0f); }
  float value() const {
    float sum = 0;
    for (const float each : last_) sum += each;
    return sum / static_cast<float>(last_.size());
  }

 private:
  std::vector<float> last_ = {0.0f};
  size_t at_ = 0;
};

class Model : public Component {
 public:
  explicit Model(const nook_esphome_network* network) : network_(network) {
    step_ = element_count(input_info());
  }

  // Elements between two inferences; the input keeps the others.
  void set_step(size_t step) { step_ = step; }
  // Elements that push() may add between two calls of loop().
  void set_queue_size(size_t count) { queue_size_ = count; }
  void add_listener(Listener* listener) { listeners_.push_back(listener); }
  // The first output is appended to the input of another network.
  void add_target(Model* target) { targets_.push_back(target); }

  void setup() override {
    if (queue_size_ > 0) {
      queue_bytes_ = queue_size_ * element_bytes(input_info()) + 1;  // full and empty differ
      queue_.reset(new (std::nothrow) uint8_t[queue_bytes_]);
    }
    if (queue_size_ > 0 && !queue_) {
      ESP_LOGE(kTag, "%s: no memory for a queue of %u elements", name(), static_cast<unsigned>(queue_size_));
      mark_failed();
    } else if (network_->reset != nullptr && network_->reset() != NOOK_OK) {
      ESP_LOGE(kTag, "%s: its memory can't be used", name());
      mark_failed();
    }
  }

  void loop() override {
    if (const uint32_t lost = lost_.exchange(0, std::memory_order_relaxed))
      ESP_LOGW(kTag, "%s: the queue was full, %u elements are lost", name(), static_cast<unsigned>(lost));
    const size_t end = written_.load(std::memory_order_acquire);
    while (read_.load(std::memory_order_relaxed) != end) {
      const size_t begin = read_.load(std::memory_order_relaxed);
      const size_t until = begin < end ? end : queue_bytes_;
      take(queue_.get() + begin, until - begin);
      read_.store(until % queue_bytes_, std::memory_order_release);
    }
  }

  void dump_config() override {
    const nook_model_info& info = *network_->info;
    ESP_LOGCONFIG(kTag, "Network %s, by nook %s for %s:", info.name, info.tool_version, info.target);
    ESP_LOGCONFIG(kTag, "  Input: %u elements of %s, the next inference after %u",
                  static_cast<unsigned>(element_count(input_info())), input_info().name,
                  static_cast<unsigned>(step_));
    for (int32_t i = 0; i < info.pool_count; ++i)
      ESP_LOGCONFIG(kTag, "  %s in %s: %u bytes", info.pools[i].role, info.pools[i].pool,
                    static_cast<unsigned>(info.pools[i].bytes));
  }

  // Sound, from the callback of a microphone in any one task: the next call of loop() takes it. For inputs of
  // int16, whose elements are the samples, and of float32, which get -1 to 1.
  void push(const std::vector<int16_t>& samples) { push_samples(samples.data(), samples.size()); }
  // The same as bytes, little-endian.
  void push(const std::vector<uint8_t>& bytes) {
    for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
      const int16_t sample = static_cast<int16_t>(static_cast<uint16_t>(bytes[i] | bytes[i + 1] << 8));
      push_samples(&sample, 1);
    }
  }

  // Appends real numbers to the input, as its type has them. Runs the network each time the input is full.
  void feed(const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      uint8_t element[4];
      store_real(input_info(), values[i], element);
      take(element, element_bytes(input_info()));
    }
  }
  void feed(const std::vector<float>& values) { feed(values.data(), values.size()); }

  // Runs the network on the present contents of its input.
  bool run() {
    const nook_status status = network_->run();
    if (status == NOOK_NOT_READY) return true;
    if (status != NOOK_OK) {
      ESP_LOGE(kTag, "%s: status %d", name(), static_cast<int>(status));
      status_set_error();
      return false;
    }
    for (Listener* listener : listeners_) listener->answered(*this);
    for (Model* target : targets_)
      target->take(network_->outputs[0], static_cast<size_t>(output_info(0).bytes));
    return true;
  }

  // Empties the input, and sets the state of the network to its initial value.
  void reset() {
    filled_ = 0;
    if (network_->reset != nullptr) network_->reset();
  }

  const nook_tensor_info& input_info() const { return network_->info->inputs[0]; }
  const nook_tensor_info& output_info(size_t output) const { return network_->info->outputs[output]; }
  float output(size_t output, size_t index) const {
    return real_value(output_info(output), network_->outputs[output], index);
  }
  // The index of the largest element.
  size_t best(size_t output) const {
    size_t best = 0;
    for (size_t i = 1; i < element_count(output_info(output)); ++i)
      if (this->output(output, i) > this->output(output, best)) best = i;
    return best;
  }
  // Elements in memory, as many as the type has bytes.
  void take(const void* elements, size_t bytes) {
    const uint8_t* from = static_cast<const uint8_t*>(elements);
    uint8_t* const input = static_cast<uint8_t*>(network_->input);
    const size_t all = static_cast<size_t>(input_info().bytes);
    while (bytes > 0) {
      const size_t part = std::min(bytes, all - filled_);
      std::memcpy(input + filled_, from, part);
      filled_ += part, from += part, bytes -= part;
      if (filled_ < all) continue;
      run();
      const size_t step = step_ * element_bytes(input_info());
      std::memmove(input, input + step, all - step);
      filled_ = all - step;
    }
  }

 protected:
  const char* name() const { return network_->info->name; }

  void push_samples(const int16_t* samples, size_t count) {
    const bool floats = input_info().type == NOOK_FLOAT32;
    for (size_t i = 0; i < count; ++i) {
      uint8_t element[4];
      if (floats)
        store<float>(samples[i] / 32768.0f, element);
      else
        std::memcpy(element, &samples[i], sizeof samples[i]);
      queue(element, floats ? 4 : 2);
    }
  }

  // An element: wholly, or not at all.
  void queue(const uint8_t* element, size_t bytes) {
    size_t at = written_.load(std::memory_order_relaxed);
    const size_t read = read_.load(std::memory_order_acquire);
    const size_t full = queue_bytes_ == 0 ? 0 : (at + queue_bytes_ - read) % queue_bytes_;
    if (queue_bytes_ == 0 || queue_bytes_ - 1 - full < bytes) {
      lost_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    for (size_t i = 0; i < bytes; ++i) {
      queue_[at] = element[i];
      at = (at + 1) % queue_bytes_;
    }
    written_.store(at, std::memory_order_release);
  }

  const nook_esphome_network* network_;
  size_t step_ = 0, queue_size_ = 0, queue_bytes_ = 0;
  size_t filled_ = 0;  // bytes in the input
  std::unique_ptr<uint8_t[]> queue_;
  std::atomic<size_t> written_{0}, read_{0};
  std::atomic<uint32_t> lost_{0};
  std::vector<Listener*> listeners_;
  std::vector<Model*> targets_;
};

}  // namespace nook_esphome
}  // namespace esphome
