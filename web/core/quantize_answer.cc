#include "nookc/core/read_file.h"
#include "nookc/front/data/labels.h"
#include "nookc/front/import/import.h"
#include "web/core/answers.h"
#include "web/core/attached_files.h"

namespace nookc::web {
namespace {

QuantizeSources sources_of(const AskedQuantize& asked) {
  QuantizeSources sources;
  if (!asked.samples.empty())
    sources.samples = [&asked](const Graph& graph) -> Result<Samples> {
      const Result<SampleOptions> how = sample_options(asked.how);
      if (!how) return how.diag();
      return Samples::open(graph, asked.samples, *how);
    };
  if (!asked.labels.empty())
    sources.labels = [&asked](size_t samples) { return read_labels(asked.labels, samples); };
  if (asked.from_twin)
    sources.twin = [&asked]() -> Result<Graph> {
      Result<std::vector<std::byte>> bytes = read_file(asked.twin);
      if (!bytes) return bytes.diag();
      const Result<ModelBytes> model = model_of(*std::move(bytes), asked.twin, {});
      if (!model) return model.diag();
      return import_sound(model->bytes, model->file);
    };
  return sources;
}

}  // namespace

Result<Answer> quantize_answer(const ModelBytes& model, const AskedQuantize& asked) {
  if (const Status sound = compatible(asked); !sound) return sound.diag();
  const Result<Graph> read =
      graph_to_quantize(model.bytes, model.file, model.simplified,
                        {asked.unsimplified.begin(), asked.unsimplified.end()}, asked.from_twin);
  if (!read) return read.diag();
  const Result<Graph> graph = float_graph(*read);
  if (!graph) return graph.diag();
  Result<QuantizeOptions> how = quantize_options(asked);
  if (!how) return how.diag();
  how->workers.progress = progress;
  const Result<QuantizeInputs> inputs = quantize_inputs(*graph, sources_of(asked));
  if (!inputs) return inputs.diag();
  Result<QuantizedModel> made = quantize_model(*graph, *inputs, asked, *how);
  if (!made) return made.diag();
  Answer answer;
  answer.json = {{"command", asked.command_line},
                 {"file", asked.output},
                 {"report", report_json(made->report, model.file, asked.output)},
                 {"picture", report_svg(made->report)}};
  answer.files.push_back({asked.output, std::move(made->bytes)});
  return answer;
}

}  // namespace nookc::web
