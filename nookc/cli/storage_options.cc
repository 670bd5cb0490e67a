#include "nookc/cli/storage_options.h"

#include "nookc/core/size.h"

namespace nookc {

void add_storage(Subcommand command, ModelOptions& options) {
  command.group("Weights in storage");
  command
      .add_option("--weights-from", options.weights_from,
                  "where weights are: flash (in the address space, default); storage: in a\n"
                  "file that the application reads in parts during a run")
      .one_of({"flash", "storage"});
  command
      .add_option("--staging", options.staging,
                  "the RAM for parts of weights from storage: 16KiB; two of them, one in use\n"
                  "and one that is read")
      .type("SIZE")
      .not_empty();
}

void add_storage_speed(Subcommand command, std::string& speed) {
  command
      .add_option("--storage-speed", speed,
                  "what the storage reads in a second, such as 4MiB: print the time that reads\n"
                  "take, and with --board the part of it that a run waits")
      .type("SIZE")
      .not_empty();
}

Result<int64_t> storage_speed(const ModelOptions& options, const std::string& speed) {
  if (speed.empty()) return 0;
  const std::string where = "--storage-speed " + speed;
  if (options.weights_from != "storage")
    return Diag{Exit::kUsage, "N2104", where, "this is for weights in storage",
                "add --weights-from storage --staging SIZE"};
  if (const auto bytes = parse_size(speed)) return *bytes;
  return Diag{Exit::kUsage, "N2004", where, "is not a size of at most 2 GiB",
              "bytes a second, or with a unit: 4000000, 500KiB, 4MiB"};
}

}  // namespace nookc
