#include "nookc/core/json.h"
#include "nookc/core/read_file.h"
#include "nookc/study/map/change.h"
#include "nookc/study/map/map.h"
#include "web/core/answers.h"

namespace nookc::web {
namespace {

Result<Map> map_of_report(std::span<const std::byte> report, const std::string& file) {
  const std::string_view text(reinterpret_cast<const char*>(report.data()), report.size());
  const Result<nlohmann::json> json =
      parse_json(text, {Exit::kUsage, "N2029", file, {}, "the file NAME.json that nook compile writes"});
  return json ? map_of(*json, file) : Result<Map>(json.diag());
}

}  // namespace

Result<Answer> map_answer(std::span<const std::byte> report, const std::string& file,
                          const std::vector<std::string>& others) {
  Result<Map> first = map_of_report(report, file);
  if (!first) return first.diag();
  std::vector<Map> maps = {*std::move(first)};
  for (const std::string& name : others) {
    const Result<std::vector<std::byte>> bytes = read_file(name);
    if (!bytes) return bytes.diag();
    Result<Map> map = map_of_report(*bytes, name);
    if (!map) return map.diag();
    maps.push_back(*std::move(map));
  }
  Answer answer;
  answer.json["map"] = map_svg(maps);
  if (maps.size() < 2) return answer;
  answer.json["figures"] = figures_that_changed(maps[0], maps[1]);
  answer.json["operators"] = operators_that_changed(maps[0], maps[1]);
  return answer;
}

}  // namespace nookc::web
