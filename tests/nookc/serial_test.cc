// The host's side of a serial line, over a pseudo-terminal whose other end the test is.
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <thread>

#include "nookc/back/run/serial_runner.h"
#include "nookc/core/read_file.h"
#include "ports/serial/frame.h"
#include "tests/test.h"

namespace {

using namespace nookc;

// Both ends of a line: the board's is open, the host opens the device by its name.
struct PseudoTerminal {
  PseudoTerminal() {
    char name[128] = "";
    if (openpty(&board, &device, name, nullptr, nullptr) == 0) path = name;
  }
  ~PseudoTerminal() { close(board), close(device); }
  int board = -1, device = -1;
  std::string path;
};

// A board that sends questions and reads the answers.
class FalseBoard {
 public:
  explicit FalseBoard(int file) : file_(file) {}

  // The payload of the next frame of this kind; empty if none comes for five seconds.
  std::string receive(uint32_t kind) {
    pollfd wait = {file_, POLLIN, 0};
    for (uint8_t byte; poll(&wait, 1, 5000) == 1 && ::read(file_, &byte, 1) == 1;) {
      if (!frame_take(&reader_, byte)) continue;
      const std::string payload(reinterpret_cast<const char*>(frame_payload(&reader_)),
                                frame_length(&reader_));
      const bool wanted = frame_kind(&reader_) == kind;
      frame_done(&reader_);
      if (wanted) return payload;
    }
    return "";
  }
  std::string ask(uint32_t kind, const std::string& payload) {
    std::vector<uint8_t> frame(kFrameBytes);
    memcpy(frame.data() + kFrameHeader, payload.data(), payload.size());
    frame.resize(frame_close(frame.data(), kind, ++number_, static_cast<uint32_t>(payload.size())));
    EXPECT_EQ(::write(file_, frame.data(), frame.size()), frame.size());
    return receive(kFrameAnswer);
  }
  // Begins a session with the host that sent its words.
  void greet(const FlashedModel& model) {
    std::string hello = receive(kFrameBegin);
    hello.resize(4), hello.resize(12);  // the session, then the clock and the bytes of scratch
    frame_put(reinterpret_cast<uint8_t*>(hello.data()) + 8, 4, static_cast<uint32_t>(model.scratch_bytes));
    for (const std::string& word : {std::string("net"), model.sha256, model.target, std::string("0")})
      hello += word + std::string(1, '\0');
    EXPECT_EQ(ask(kFrameHello, hello).size(), 0);
  }
  // The bytes that the host says it has written.
  int32_t write(const std::string& name, bool append, const std::string& bytes) {
    const std::string head = {append ? '\1' : '\0', static_cast<char>(name.size())};
    std::string answer = ask(kFrameWrite, head + name + bytes);
    answer.resize(4);
    return static_cast<int32_t>(frame_get(reinterpret_cast<const uint8_t*>(answer.data()), 4));
  }

 private:
  int file_;
  frame_reader reader_ = {};
  uint32_t number_ = 0;
};

TEST(a_line_opens_at_each_of_its_rates_and_at_no_other) {
  const PseudoTerminal line;
  if (line.path.empty()) SKIP("a pseudo-terminal");
  const auto refused = SerialLine::open(line.path + "@9601");
  EXPECT(!refused && refused.diag().code == "N4041");
  if (refused) return;
  const std::string said = refused.diag().hint, head = "one of ";
  EXPECT(said.starts_with(head + "1200, ") && said.ends_with(", 4000000"));
  size_t rates = 0;
  for (size_t at = head.size(); at < said.size();
       at = said.find(", ", at), at = at == said.npos ? at : at + 2) {
    const std::string rate = said.substr(at, said.find(',', at) - at);
    EXPECT(SerialLine::open(line.path + "@" + rate));
    ++rates;
  }
  EXPECT_EQ(rates, 18);
}

TEST(bytes_that_arrived_before_a_line_is_opened_are_dropped) {
  const PseudoTerminal line;
  if (line.path.empty()) SKIP("a pseudo-terminal");
  { const auto raw = SerialLine::open(line.path); }  // without echo and lines from now on
  EXPECT_EQ(write(line.board, "old", 3), 3);
  auto opened = SerialLine::open(line.path);
  EXPECT(opened);
  if (!opened) return;
  EXPECT_EQ(write(line.board, "new", 3), 3);
  const auto read = opened->read(2000);
  EXPECT(read && std::string(read->begin(), read->end()) == "new");
}

TEST(a_board_writes_new_files_or_appends_to_them) {
  const PseudoTerminal terminal;
  if (terminal.path.empty()) SKIP("a pseudo-terminal");
  auto line = SerialLine::open(terminal.path);
  EXPECT(line);
  if (!line) return;
  char folder[] = "/tmp/nook_serial_XXXXXX";
  EXPECT(mkdtemp(folder));
  const std::filesystem::path root = folder;
  std::filesystem::create_directory(root / "out");
  const FlashedModel model = {"digest", "cortex-m4", 96};
  std::thread board([&] {
    FalseBoard b(terminal.board);
    b.greet(model);
    EXPECT_EQ(b.write("out/a.bin", false, "older"), 5);
    EXPECT_EQ(b.write("out/a.bin", false, "one"), 3);
    EXPECT_EQ(b.write("out/a.bin", true, " two"), 4);
    EXPECT_EQ(b.write("out/a.bin", true, " three"), 6);
    EXPECT_EQ(b.write("in/a.bin", false, "no"), -1);
    EXPECT_EQ(b.write("out/../a.bin", false, "no"), -1);
    b.ask(kFrameText, "done\n");
    b.ask(kFrameEnd, std::string(4, '\0'));
  });
  (void)run_over_serial(*line, model, root, {"1"}, 5);
  board.join();
  const auto bytes = read_file(root / "out/a.bin");
  EXPECT(bytes);
  if (bytes)
    EXPECT(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) == "one two three");
  std::filesystem::remove_all(root);
}

}  // namespace
