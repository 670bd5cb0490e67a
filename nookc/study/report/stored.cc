#include "nookc/study/report/stored.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "nookc/back/interface/weight_file.h"
#include "nookc/middle/lower/call_work.h"

namespace nookc {
namespace {

// Times in seconds.
struct RunTime {
  double reads = 0;                 // all of them, added up
  std::optional<double> waits;      // a run waits for reads
  std::optional<double> inference;  // with these waits
};

double bytes_of(const WeightChunk& chunk) { return static_cast<double>(chunk.bytes.size()); }

// The seconds of each call on the board; empty: no board.
std::vector<double> seconds_of_calls(const Program& program) {
  const Part* const board = program.stored.board;
  std::vector<double> all;
  for (size_t i = 0; board && i < program.calls.size(); ++i)
    all.push_back(cycles_on(*board, work_of(program, program.calls[i])) / (board->mhz * 1e6));
  return all;
}

// The bytes a second with which no read that begins ahead costs time. Nothing: not known, or no read does.
std::optional<double> speed_needed(const Program& program, const std::vector<double>& seconds) {
  const std::vector<WeightChunk>& chunks = program.stored.chunks;
  double most = 0;
  for (size_t i = 1; i < chunks.size() && !seconds.empty(); ++i) {
    if (!chunks[i].ahead) continue;
    double between = 0;
    for (int32_t call = chunks[i - 1].call; call < chunks[i].call; ++call)
      between += seconds[static_cast<size_t>(call)];
    most = std::max(most, bytes_of(chunks[i]) / between);
  }
  return most > 0 && std::isfinite(most) ? std::optional(most) : std::nullopt;
}

// Follows a run from read to read.
RunTime at_speed(const Program& program, const std::vector<double>& seconds) {
  const std::vector<WeightChunk>& chunks = program.stored.chunks;
  const auto speed = static_cast<double>(program.stored.bytes_per_second);
  RunTime made;
  made.reads = static_cast<double>(program.stored.bytes()) / speed;
  if (seconds.empty()) return made;
  double now = 0, waits = 0, read = bytes_of(chunks[0]) / speed;
  size_t chunk = 0;
  for (size_t call = 0; call < seconds.size(); ++call) {
    const bool needs = chunk < chunks.size() && chunks[chunk].call == static_cast<int32_t>(call);
    if (needs) waits += std::max(0.0, read - now), now = std::max(now, read), ++chunk;
    const bool more = needs && chunk < chunks.size();
    if (more && chunks[chunk].ahead) read = now + bytes_of(chunks[chunk]) / speed;
    now += seconds[call];
    if (more && !chunks[chunk].ahead) read = now + bytes_of(chunks[chunk]) / speed;
  }
  made.waits = waits, made.inference = now;
  return made;
}

int64_t reads_ahead(const StoredWeights& stored) {
  return std::count_if(stored.chunks.begin() + 1, stored.chunks.end(),
                       [](const WeightChunk& chunk) { return chunk.ahead; });
}

int64_t largest_read(const StoredWeights& stored) {
  size_t most = 0;
  for (const WeightChunk& chunk : stored.chunks) most = std::max(most, chunk.bytes.size());
  return static_cast<int64_t>(most);
}

int64_t staging_bytes(const Program& program) {
  return program.scratch_pools[static_cast<size_t>(program.stored.pool)].bytes;
}

std::string milliseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f ms", seconds * 1e3);
  return text;
}

nlohmann::ordered_json rounded_ms(const std::optional<double>& seconds) {
  if (!seconds) return nullptr;
  return std::round(*seconds * 1e6) / 1e3;
}

}  // namespace

std::string stored_text(const Program& program) {
  const StoredWeights& stored = program.stored;
  if (stored.empty()) return "";
  const std::vector<double> seconds = seconds_of_calls(program);
  std::string text =
      "\nWeights in storage: a run reads " + std::to_string(stored.bytes()) + " bytes in " +
      std::to_string(stored.chunks.size()) + (stored.chunks.size() == 1 ? " read" : " reads") +
      ", of at most " + std::to_string(largest_read(stored)) + ", through a staging of " +
      std::to_string(staging_bytes(program)) +
      " bytes.\nReads that begin while the call before computes: " + std::to_string(reads_ahead(stored)) +
      " of " + std::to_string(stored.chunks.size()) + ".";
  if (const auto needed = speed_needed(program, seconds))
    text += " They cost no time from " + std::to_string(std::llround(std::ceil(*needed))) +
            " bytes a second on (estimated for " + std::string(stored.board->name) + ").";
  if (stored.bytes_per_second > 0) {
    const RunTime made = at_speed(program, seconds);
    text += "\nAt " + std::to_string(stored.bytes_per_second) + " bytes a second, the reads take " +
            milliseconds(made.reads);
    text += made.waits ? "; a run waits " + milliseconds(*made.waits) + " for them and takes " +
                             milliseconds(*made.inference) + " (estimated)."
                       : "; with --board, also what a run waits for them.";
  }
  return text + "\n";
}

nlohmann::ordered_json stored_json(const Program& program) {
  const StoredWeights& stored = program.stored;
  const std::vector<double> seconds = seconds_of_calls(program);
  const std::optional<double> needed = speed_needed(program, seconds);
  nlohmann::ordered_json json = {{"file_bytes", kWeightFileHeader + stored.bytes()},
                                 {"staging_bytes", staging_bytes(program)},
                                 {"bytes_per_inference", stored.bytes()},
                                 {"reads", stored.chunks.size()},
                                 {"reads_ahead", reads_ahead(stored)},
                                 {"largest_read", largest_read(stored)},
                                 {"bytes_per_second_needed_estimate", nullptr},
                                 {"at_speed", nullptr}};
  if (needed) json["bytes_per_second_needed_estimate"] = std::llround(std::ceil(*needed));
  if (stored.bytes_per_second == 0) return json;
  const RunTime made = at_speed(program, seconds);
  json["at_speed"] = {{"bytes_per_second", stored.bytes_per_second},
                      {"read_ms", rounded_ms(made.reads)},
                      {"wait_ms_estimate", rounded_ms(made.waits)},
                      {"inference_ms_estimate", rounded_ms(made.inference)}};
  return json;
}

}  // namespace nookc
