#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "nookc/core/diag.h"

namespace nookc {

// A raw serial port with 8 data bits and no parity. No other process can open it meanwhile.
class SerialLine {
 public:
  // Opens "DEVICE" or "DEVICE@RATE"; the default rate is 115200. Diags N4040: it can't be opened or is not a
  // serial port; N4041: the rate does not exist.
  static Result<SerialLine> open(const std::string& port);
  SerialLine(SerialLine&& other) noexcept : name_(std::move(other.name_)), file_(other.file_) {
    other.file_ = -1;
  }
  SerialLine& operator=(SerialLine&&) = delete;
  ~SerialLine();

  const std::string& name() const { return name_; }

  // Reads the bytes that have arrived, and waits up to the given time for a first byte; empty if nothing
  // arrived. Diags N4040: the device is gone; N4007: a signal arrived.
  Result<std::span<const uint8_t>> read(int milliseconds);
  // Diag N4040: the device is gone, or accepts nothing for five seconds.
  Status write(std::span<const uint8_t> bytes);

 private:
  SerialLine(std::string name, int file) : name_(std::move(name)), file_(file) {}
  Diag gone(const std::string& what) const;

  std::string name_;
  int file_;
  uint8_t buffer_[1024];
};

}  // namespace nookc
