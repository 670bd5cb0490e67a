// The rows of a network that moves by hops, along the time: which ones a hop computes, and which ones it
// keeps.
#include <algorithm>

#include "nookc/core/columns.h"
#include "nookc/core/text.h"
#include "nookc/study/map/picture.h"

namespace nookc {
namespace {

constexpr double kTop = 30, kBand = 18, kPitch = 24, kBottom = 30, kNotes = 190;
constexpr double kCapitalWidth = 7.6;
constexpr int kMostCells = 50, kFewestCells = 12, kOtherColumns = 62;

// A cell for some frames: '#' if a hop computes a row that begins there, '=' if all of them are kept, '.' if
// nothing needs them.
std::string cells_of(const MapRows& rows, int32_t window, int32_t cells) {
  std::string text(static_cast<size_t>(cells), rows.rows > 0 ? '.' : '#');
  const auto mark = [&](const nook::Steps& some, char cell) {
    for (int64_t row = some.first; row <= some.last; ++row) {
      const int64_t from = row * rows.frames * cells / window,
                    to = std::max(from + 1, (row + 1) * rows.frames * cells / window);
      for (int64_t at = from; at < std::min<int64_t>(to, cells); ++at) text[static_cast<size_t>(at)] = cell;
    }
  };
  mark(rows.kept, '=');
  for (const nook::Steps& some : rows.computed) mark(some, '#');
  return "|" + text + "|";
}

std::string count_of(const MapRows& rows) {
  return rows.rows > 0 ? std::to_string(rows.rows_computed) + " of " + std::to_string(rows.rows) : "all";
}

std::string described(const MapRows& rows, const std::string& count) {
  std::string text = rows.title + ' ' + rows.name + "\n" + count;
  if (rows.kept.last >= rows.kept.first)
    text += "\nrows " + std::to_string(rows.kept.first) + " to " + std::to_string(rows.kept.last) +
            " kept, " + std::to_string(rows.state_bytes) + " bytes";
  return text + "\n" + std::to_string(rows.macs) + " of " + std::to_string(rows.macs_of_window) +
         " multiply-accumulates";
}

}  // namespace

std::string hop_map_text(const MapHop& hop, int width) {
  const int32_t cells = std::min(
      hop.window, width > 0 ? std::clamp(width - kOtherColumns, kFewestCells, kMostCells) : kMostCells);
  std::vector<std::vector<std::string>> lines = {
      {"operator", "output", "time", "computed", "state", "MACs", "of"}};
  for (const MapRows& rows : hop.all)
    lines.push_back({printable(rows.title), printable(rows.name), cells_of(rows, hop.window, cells),
                     count_of(rows), std::to_string(rows.state_bytes), std::to_string(rows.macs),
                     std::to_string(rows.macs_of_window)});
  return "rows along the time, " + std::to_string(hop.frames) + " new frames of a window of " +
         std::to_string(hop.window) + ": # computed in a hop, = kept from the last one\n" +
         columns(lines, "  ", {width, {"output"}});
}

Drawing drawn(const MapHop& hop, const Frame& frame) {
  const double room = frame.width - kLeft - kRight - kNotes,
               height = kPitch * static_cast<double>(hop.all.size());
  const auto x = [&](double at) { return kLeft + std::min(at / hop.window, 1.0) * room; };
  const bool whole = hop.frames == hop.window;
  std::string text = text_at("head", kLeft, 18,
                             frame.heading + "rows along the time, " +
                                 (whole ? "all " : std::to_string(hop.frames) + " new frames of ") +
                                 std::to_string(hop.window) + (whole ? " frames" : ""));
  double y = kTop;
  for (const MapRows& rows : hop.all) {
    const std::string count = rows.rows > 0 ? count_of(rows) + " rows" : "whole";
    text += "<g class=\"rows\" tabindex=\"0\"><title>" + escaped(described(rows, count)) + "</title>" +
            rectangle("plot", kLeft, y, room, kBand);
    const auto band = [&](const char* kind, const nook::Steps& some) {
      const double from = x(double(some.first) * rows.frames), to = x((double(some.last) + 1) * rows.frames);
      if (some.last >= some.first) text += rectangle(kind, from, y, std::max(to - from, 1.0), kBand);
    };
    band("kept", rows.kept);
    for (const nook::Steps& some : rows.computed) band("", some);
    if (rows.rows == 0) text += rectangle("", kLeft, y, room, kBand);
    text += "</g>\n" + text_at("left", kLeft - 6, y + 13, cut(rows.title, (kLeft - 6) / kCapitalWidth)) +
            text_at("", kLeft + room + 8, y + 13,
                    cut(count + (rows.macs_of_window > 0 ? ", " + grouped(rows.macs) + " MACs" : ""),
                        kNotes / kLetterWidth));
    y += kPitch;
  }
  return {text + text_at("left", kLeft - 6, y + 12, "frame") + text_at("", kLeft, y + 12, "0") +
              text_at("left", kLeft + room, y + 12, grouped(hop.window)),
          frame.width, kTop + height + kBottom, frame.heading + "rows along the time"};
}

}  // namespace nookc
