#include "nookc/back/run/serial_line.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "nookc/core/stop.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLookMilliseconds = 100;  // the longest time before a signal is noticed
constexpr int kWriteSeconds = 5;

constexpr std::pair<int64_t, speed_t> kRates[] = {
    {1200, B1200},       {2400, B2400},       {4800, B4800},      {9600, B9600},       {19200, B19200},
    {38400, B38400},     {57600, B57600},     {115200, B115200},  {230400, B230400},   {460800, B460800},
    {500000, B500000},   {576000, B576000},   {921600, B921600},  {1000000, B1000000}, {1500000, B1500000},
    {2000000, B2000000}, {3000000, B3000000}, {4000000, B4000000}};

Result<speed_t> parse_rate(const std::string& port, const std::string& text) {
  int64_t rate = 0;
  std::string all;
  for (const auto& [known, speed] : kRates) all += (all.empty() ? "" : ", ") + std::to_string(known);
  if (parse_int(text, &rate))
    for (const auto& [known, speed] : kRates)
      if (rate == known) return speed;
  return Diag{Exit::kInputOutput, "N4041", "--port " + port, "'" + text + "' is not a rate of a serial port",
              "one of " + all};
}

Diag unopened(const std::string& device, const std::string& what) {
  return {
      Exit::kInputOutput, "N4040", device, what,
      "a serial port is a device like /dev/ttyACM0 or /dev/ttyUSB0; members of the group dialout may open "
      "it"};
}

int milliseconds_until(Clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, kLookMilliseconds));
}

Status set_up(int file, const std::string& device, speed_t speed) {
  termios line;
  if (tcgetattr(file, &line) != 0) return unopened(device, "is not a serial port");
  cfmakeraw(&line);
  line.c_cflag |= CLOCAL | CREAD;
  line.c_cflag &= ~static_cast<tcflag_t>(CSTOPB | CRTSCTS);
  if (cfsetspeed(&line, speed) != 0 || tcsetattr(file, TCSANOW, &line) != 0)
    return unopened(device, std::string("does not accept these settings: ") + std::strerror(errno));
  if (ioctl(file, TIOCEXCL) != 0) return unopened(device, "is in use by another program");
  tcflush(file, TCIOFLUSH);
  return Done{};
}

}  // namespace

Result<SerialLine> SerialLine::open(const std::string& port) {
  const size_t at = port.rfind('@');
  const std::string device = port.substr(0, at);
  const Result<speed_t> speed = parse_rate(port, at == std::string::npos ? "115200" : port.substr(at + 1));
  if (!speed) return speed.diag();
  const int file = ::open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return unopened(device, std::string("can't be opened: ") + std::strerror(errno));
  SerialLine line(device, file);
  if (const Status ready = set_up(file, device, *speed); !ready) return ready.diag();
  return line;
}

SerialLine::~SerialLine() {
  if (file_ < 0) return;
  ioctl(file_, TIOCNXCL);
  close(file_);
}

Diag SerialLine::gone(const std::string& what) const {
  return {Exit::kInputOutput, "N4040", name_, what, "check that the board is still connected"};
}

Result<std::span<const uint8_t>> SerialLine::read(int milliseconds) {
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    if (stop_signal() != 0) return Diag{Exit::kInputOutput, "N4007", name_, "was interrupted", {}};
    pollfd wait = {file_, POLLIN, 0};
    const int ready = poll(&wait, 1, milliseconds_until(end));
    if (ready > 0) {
      const ssize_t n = ::read(file_, buffer_, sizeof buffer_);
      if (n > 0) return std::span<const uint8_t>(buffer_, static_cast<size_t>(n));
      if (n == 0 || (errno != EAGAIN && errno != EINTR)) return gone("the device has disappeared");
    }
    if (Clock::now() >= end) return std::span<const uint8_t>();
  }
}

Status SerialLine::write(std::span<const uint8_t> bytes) {
  const Clock::time_point end = Clock::now() + std::chrono::seconds(kWriteSeconds);
  while (!bytes.empty()) {
    const ssize_t n = ::write(file_, bytes.data(), bytes.size());
    if (n > 0) {
      bytes = bytes.subspan(static_cast<size_t>(n));
      continue;
    }
    if (n < 0 && errno != EAGAIN && errno != EINTR) return gone("the device has disappeared");
    if (Clock::now() >= end) return gone("takes no bytes");
    pollfd wait = {file_, POLLOUT, 0};
    poll(&wait, 1, milliseconds_until(end));
  }
  return Done{};
}

}  // namespace nookc
