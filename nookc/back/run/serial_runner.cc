#include "nookc/back/run/serial_runner.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>

#include "nookc/core/read_file.h"
#include "ports/serial/frame.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kHelloSeconds = 5, kHelloMilliseconds = 500;
constexpr int kGivenUpSeconds = 4;  // the board stops asking after this time
constexpr uint32_t kMostDamaged = 32;
constexpr size_t kMostText = 1 << 20;
constexpr int64_t kMostWritten = int64_t{1} << 30;

// The file that the board requests; empty if it may not access it.
fs::path file_of(const fs::path& folder, const std::string& name) {
  const size_t slash = name.find('/');
  const std::string where = name.substr(0, slash);
  if (slash == std::string::npos || (where != "in" && where != "out" && where != "trace")) return {};
  const std::string rest = name.substr(slash + 1);
  const bool plain = std::ranges::all_of(rest, [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
  return rest.empty() || rest[0] == '.' || !plain ? fs::path() : folder / where / rest;
}

class Conversation {
 public:
  Conversation(SerialLine& line, const FlashedModel& model, const fs::path& folder, int timeout_seconds)
      : line_(line), model_(model), folder_(folder), timeout_seconds_(timeout_seconds) {}

  Status begin(const std::vector<std::string>& arguments);
  // Answers requests until the runner ends; returns its exit code.
  Result<int> serve();
  const std::string& text() const { return text_; }

 private:
  // Whether a frame arrived in time.
  Result<bool> receive(Clock::time_point end);
  Status answer(std::span<const uint8_t> payload);
  // Whether a frame is the board's start message; leftovers of an earlier session have another number.
  bool is_hello() const {
    return frame_kind(&reader_) == kFrameHello && frame_length(&reader_) >= 12 &&
           frame_get(frame_payload(&reader_), 4) == session_;
  }
  Status check_hello(const uint8_t* payload, uint32_t length);
  Status take_question(const uint8_t* payload, uint32_t length);
  Status give_file(const uint8_t* payload, uint32_t length);
  Status take_file(const uint8_t* payload, uint32_t length);
  int32_t write_file(const fs::path& file, bool append, const uint8_t* data, size_t bytes);
  Diag lossy(const std::string& what) const;

  SerialLine& line_;
  const FlashedModel& model_;
  const fs::path& folder_;
  int timeout_seconds_;
  frame_reader reader_ = {};
  std::span<const uint8_t> pending_;  // bytes that were read but not yet given to the reader
  int last_number_ = -1;  // number of the request that was answered last, and the frame sent in reply
  std::vector<uint8_t> last_answer_;
  std::string text_;
  int64_t written_ = 0;
  uint32_t session_ = 0;
};

Diag Conversation::lossy(const std::string& what) const {
  return {Exit::kInputOutput, "N4043", line_.name(), what,
          "the line loses or changes bytes: use a lower rate (--port DEVICE@RATE, and in the firmware) or a "
          "shorter cable"};
}

Result<bool> Conversation::receive(Clock::time_point end) {
  for (;;) {
    while (!pending_.empty()) {
      const uint8_t byte = pending_.front();
      pending_ = pending_.subspan(1);
      if (frame_take(&reader_, byte)) return true;
    }
    if (reader_.damaged > kMostDamaged)
      return lossy(std::to_string(reader_.damaged) + " frames arrived damaged");
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    const Result<std::span<const uint8_t>> bytes = line_.read(static_cast<int>(left));
    if (!bytes) return bytes.diag();
    pending_ = *bytes;
  }
}

Status Conversation::begin(const std::vector<std::string>& arguments) {
  std::vector<uint8_t> frame(kFrameBytes);
  session_ = std::random_device{}();
  frame_put(frame.data() + kFrameHeader, 4, session_);
  size_t length = 4;
  std::vector<std::string> words = {"runner"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  for (const std::string& word : words) {
    std::copy_n(word.c_str(), word.size() + 1, frame.data() + kFrameHeader + length);
    length += word.size() + 1;
  }
  frame.resize(frame_close(frame.data(), kFrameBegin, 0, static_cast<uint32_t>(length)));
  const int seconds = std::min(kHelloSeconds, timeout_seconds_);
  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  while (Clock::now() < end) {
    if (const Status sent = line_.write(frame); !sent) return sent;
    const Clock::time_point again = Clock::now() + std::chrono::milliseconds(kHelloMilliseconds);
    for (;;) {
      const Result<bool> came = receive(again);
      if (!came) return came.diag();
      if (!*came) break;
      if (is_hello()) return check_hello(frame_payload(&reader_), frame_length(&reader_));
      frame_done(&reader_);
    }
  }
  return Diag{Exit::kInputOutput, "N4042", line_.name(),
              "no runner answers within " + std::to_string(seconds) + " s" +
                  (reader_.damaged > 0 ? "; it sends no valid frame" : ""),
              "flash what nook compile --format runner writes, and check that --port has its rate"};
}

Status Conversation::check_hello(const uint8_t* payload, uint32_t length) {
  if (frame_version(&reader_) != NOOK_FRAME_VERSION)
    return Diag{Exit::kInputOutput, "N4044", line_.name(),
                "its runner speaks version " + std::to_string(frame_version(&reader_)) +
                    ", this command version " + std::to_string(NOOK_FRAME_VERSION),
                "rebuild the firmware with this nook"};
  std::vector<std::string> words(1);
  for (uint32_t i = 12; i < length; ++i) {
    if (payload[i] == 0)
      words.emplace_back();
    else
      words.back() += static_cast<char>(payload[i]);
  }
  words.resize(5);
  const auto other = [&](const std::string& what) {
    return Diag{Exit::kInputOutput, "N4045", line_.name(), what,
                "flash the firmware of this model, and give the command the options of nook compile"};
  };
  if (words[1] != model_.sha256)
    return other("its model is '" + words[0] + "' of SHA-256 " + words[1] + ", need " + model_.sha256);
  if (words[2] != model_.target)
    return other("its model was compiled for " + words[2] + ", need " + model_.target);
  if (frame_get(payload + 8, 4) != static_cast<uint32_t>(model_.scratch_bytes))
    return other("its model was compiled with other options: scratch of " +
                 std::to_string(frame_get(payload + 8, 4)) + " bytes, need " +
                 std::to_string(model_.scratch_bytes));
  return answer({});
}

Status Conversation::answer(std::span<const uint8_t> payload) {
  last_number_ = static_cast<int>(frame_number(&reader_));
  last_answer_.assign(kFrameBytes, 0);
  std::ranges::copy(payload, last_answer_.begin() + kFrameHeader);
  last_answer_.resize(frame_close(last_answer_.data(), kFrameAnswer, static_cast<uint32_t>(last_number_),
                                  static_cast<uint32_t>(payload.size())));
  frame_done(&reader_);
  return line_.write(last_answer_);
}

Result<int> Conversation::serve() {
  Clock::time_point end = Clock::now() + std::chrono::seconds(timeout_seconds_);
  uint32_t damaged = reader_.damaged;
  for (;;) {
    const Result<bool> came = receive(std::min(end, Clock::now() + std::chrono::seconds(kGivenUpSeconds)));
    if (!came) return came.diag();
    if (!*came && reader_.damaged != damaged) return lossy("the last frame arrived damaged, and then none");
    if (!*came && Clock::now() < end) continue;
    if (!*came)
      return Diag{Exit::kInputOutput, "N4042", line_.name(),
                  "the board is silent for " + std::to_string(timeout_seconds_) + " s" +
                      (text_.empty() ? "" : "; it said: " + text_.substr(0, 2000)),
                  "--timeout allows more; a board that stands still needs a reset"};
    end = Clock::now() + std::chrono::seconds(timeout_seconds_);
    damaged = reader_.damaged;
    const uint32_t kind = frame_kind(&reader_), length = frame_length(&reader_);
    if (kind == kFrameLost) return lossy("the board received no complete answer");
    if (static_cast<int>(frame_number(&reader_)) == last_number_) {  // the answer was lost, so send it again
      frame_done(&reader_);
      if (const Status sent = line_.write(last_answer_); !sent) return sent.diag();
      continue;
    }
    if (is_hello()) {  // the board was restarted: begin again
      text_.clear();
      if (const Status known = check_hello(frame_payload(&reader_), length); !known) return known.diag();
      continue;
    }
    if (kind == kFrameEnd && length == 4) {
      const int code = static_cast<int>(frame_get(frame_payload(&reader_), 4));
      if (const Status sent = answer({}); !sent) return sent.diag();
      return code;
    }
    if (const Status taken = take_question(frame_payload(&reader_), length); !taken) return taken.diag();
  }
}

Status Conversation::take_question(const uint8_t* payload, uint32_t length) {
  switch (frame_kind(&reader_)) {
    case kFrameText:
      if (text_.size() < kMostText) text_.append(reinterpret_cast<const char*>(payload), length);
      return answer({});
    case kFrameRead:
      return give_file(payload, length);
    case kFrameWrite:
      return take_file(payload, length);
    default:  // belongs to an earlier session
      frame_done(&reader_);
      return Done{};
  }
}

Status Conversation::give_file(const uint8_t* payload, uint32_t length) {
  std::vector<uint8_t> reply(4);
  frame_put(reply.data(), 4, UINT32_MAX);
  if (length >= 6) {
    const uint32_t offset = frame_get(payload, 4);
    const uint32_t wanted = std::min<uint32_t>(frame_get(payload + 4, 2), kFramePayload - 4);
    const std::string name(reinterpret_cast<const char*>(payload + 6), length - 6);
    const fs::path file = file_of(folder_, name);
    std::error_code error;
    const auto bytes = file.empty() ? UINTMAX_MAX : fs::file_size(file, error);
    std::ifstream in;
    if (!file.empty() && !error && bytes <= INT32_MAX) in.open(file, std::ios::binary);
    if (in.is_open()) {
      reply.resize(4 + wanted);
      in.seekg(offset);
      in.read(reinterpret_cast<char*>(reply.data() + 4), wanted);
      reply.resize(4 + static_cast<size_t>(in.gcount()));
      frame_put(reply.data(), 4, static_cast<uint32_t>(bytes));
    }
  }
  return answer(reply);
}

int32_t Conversation::write_file(const fs::path& file, bool append, const uint8_t* data, size_t bytes) {
  written_ += static_cast<int64_t>(bytes);
  if (file.empty() || written_ > kMostWritten) return -1;
  std::ofstream out(file, append ? std::ios::binary | std::ios::app : std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  out.close();
  return out ? static_cast<int32_t>(bytes) : -1;
}

Status Conversation::take_file(const uint8_t* payload, uint32_t length) {
  int32_t done = -1;
  if (length >= 2 && length >= 2u + payload[1]) {
    const std::string name(reinterpret_cast<const char*>(payload + 2), payload[1]);
    const uint32_t at = 2u + payload[1];
    const fs::path file = name.starts_with("in/") ? fs::path() : file_of(folder_, name);
    done = write_file(file, payload[0] == 1, payload + at, length - at);
  }
  std::vector<uint8_t> reply(4);
  frame_put(reply.data(), 4, static_cast<uint32_t>(done));
  return answer(reply);
}

}  // namespace

Result<RunnerReport> run_over_serial(SerialLine& line, const FlashedModel& model, const fs::path& folder,
                                     const std::vector<std::string>& arguments, int timeout_seconds) {
  Conversation conversation(line, model, folder, timeout_seconds);
  if (const Status begun = conversation.begin(arguments); !begun) return begun.diag();
  const Result<int> code = conversation.serve();
  if (!code) return code.diag();
  return check_report(conversation.text(), *code, "the runner at " + line.name());
}

}  // namespace nookc
