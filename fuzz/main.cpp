// mutations: checks mutants of modules and texts.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "fuzz/campaign.hpp"

namespace {

using namespace assay::fuzz;

// Fewer would be mutants that test little but the decoder.
constexpr double with_bodies_percent_min = 30;

std::string percent(std::uint64_t part, std::uint64_t whole) {
  std::ostringstream text;
  text.precision(1);
  text << std::fixed << 100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1))
       << " %";
  return text.str();
}

std::uint64_t count(const Tally& tally, Stage stage) {
  return tally.stages[static_cast<std::size_t>(stage)];
}

void print(Kind kind, const CampaignOptions& options, const CampaignReport& report) {
  const Tally& tally = report.tally;
  const auto share = [&](std::uint64_t part) {
    return std::to_string(part) + " (" + percent(part, tally.checked) + ")";
  };
  std::cout << to_string(kind) << ": " << tally.checked << " mutants from number " << options.first << ", seed "
            << options.seed << (kind == Kind::modules ? "\n  refused when decoded    " : "\n  refused when parsed     ")
            << share(count(tally, Stage::refused)) << "\n";
  if (kind == Kind::modules) {
    std::cout << "  refused before bodies   " << share(count(tally, Stage::definitions))
              << "\n  reached bodies          " << share(tally.with_bodies) << "\n";
  }
  std::cout << "  valid                   " << share(count(tally, Stage::valid)) << "\n";
  if (kind == Kind::modules) std::cout << "  run to an end           " << share(tally.ran) << "\n";
  std::cout << "  slowest                 " << tally.slowest_microseconds / 1000 << " ms, number "
            << tally.slowest_index << "\n  memory at most          " << tally.memory_peak_kib / 1024
            << " MiB\n  findings                " << report.findings.size() << "\n";
  for (const Finding& finding : report.findings) {
    std::cout << "FINDING " << to_string(kind) << " " << finding.index << ": " << finding.what << "\n";
  }
  std::cout << std::flush;
}

void write(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

std::string file_name(Kind kind, std::uint64_t seed, std::uint64_t index) {
  return "mutant-" + std::to_string(seed) + "-" + std::to_string(index) + (kind == Kind::modules ? ".wasm" : ".wat");
}

/// Seeds as files, for libFuzzer to begin with.
void write_seeds(const std::string& folder, const Seeds& seeds) {
  std::filesystem::create_directories(folder + "/modules");
  std::filesystem::create_directories(folder + "/texts");
  std::size_t number = 0;
  for (const Bytes& module : seeds.modules) {
    write(folder + "/modules/" + std::to_string(number++) + ".wasm",
          std::string(reinterpret_cast<const char*>(module.data()), module.size()));
  }
  for (const std::string& text : seeds.texts) write(folder + "/texts/" + std::to_string(number++) + ".wat", text);
}

int check_files(const std::vector<std::string>& paths) {
  int status = 0;
  for (const std::string& path : paths) {
    const Verdict verdict = check(path.ends_with(".wasm") ? Kind::modules : Kind::texts, read_file(path));
    std::cout << path << ": ";
    if (!verdict.finding.empty()) {
      std::cout << "FINDING " << verdict.finding << "\n";
      status = 1;
    } else {
      std::cout << (verdict.refusal.empty() ? "nothing found" : verdict.refusal) << "\n";
    }
  }
  return status;
}

int run(int argc, char** argv) {
  CLI::App app("Mutates modules and texts, and checks what must hold for every input. Run it from the checkout.");
  CampaignOptions options;
  options.count = 20'000;
  std::string suite;
  std::string keep;
  std::string seed_folder;
  std::string only = "both";
  std::int64_t index = -1;
  std::vector<std::string> files;
  app.add_option("--count", options.count, "mutants of each kind")->capture_default_str();
  app.add_option("--seed", options.seed, "another seed, other mutants")->capture_default_str();
  app.add_option("--first", options.first, "number of the first mutant")->capture_default_str();
  app.add_option("--only", only, "modules or texts")->check(CLI::IsMember({"modules", "texts", "both"}));
  app.add_option("--jobs", options.jobs, "processes at a time")->check(CLI::Range(1, 256))->capture_default_str();
  app.add_option("--limit", options.seconds_per_input, "seconds of processor time for one")->capture_default_str();
  app.add_option("--suite", suite, "the folder of the official suite");
  app.add_option("--keep", keep, "write the mutants with findings to this folder");
  app.add_option("--index", index, "check this one in this process, and write it to the folder of --keep");
  app.add_option("--write-seeds", seed_folder, "write the seeds to this folder, and do nothing else");
  app.add_option("FILE", files, "check these files (.wasm, or text) instead");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!files.empty()) return check_files(files);

  const ScriptFiles scripts = find_scripts(".", suite);
  const Seeds seeds = load_seeds(".", scripts);
  if (scripts.paths.empty() || seeds.modules.empty() || seeds.texts.empty()) {
    std::cerr << "mutations: no seeds in " << scripts.origin << "; is this the checkout?\n";
    return 2;
  }
  std::cout << "seeds: " << seeds.modules.size() << " modules (" << seeds.valid << " valid), " << seeds.texts.size()
            << " texts; " << seeds.too_large << " too large; from " << scripts.origin << "\n"
            << std::flush;
  if (!seed_folder.empty()) {
    write_seeds(seed_folder, seeds);
    return 0;
  }
  if (!keep.empty()) std::filesystem::create_directories(keep);

  int status = 0;
  for (const Kind kind : {Kind::modules, Kind::texts}) {
    if (only != "both" && only != to_string(kind)) continue;
    if (index >= 0) {
      const auto number = static_cast<std::uint64_t>(index);
      const std::string input = mutant(kind, seeds, options.seed, number);
      if (!keep.empty()) write(keep + "/" + file_name(kind, options.seed, number), input);
      const Verdict verdict = check(kind, input);
      std::cout << to_string(kind) << " " << index << ": "
                << (verdict.finding.empty() ? "nothing found" : verdict.finding) << "\n";
      if (!verdict.finding.empty()) status = 1;
      continue;
    }
    const CampaignReport report = run_campaign(kind, seeds, options);
    print(kind, options, report);
    if (!keep.empty()) {
      for (const Finding& finding : report.findings) {
        write(keep + "/" + file_name(kind, options.seed, finding.index),
              mutant(kind, seeds, options.seed, finding.index));
      }
    }
    if (!report.findings.empty()) status = 1;
    const double reached = 100.0 * static_cast<double>(report.tally.with_bodies);
    if (kind == Kind::modules && reached < with_bodies_percent_min * static_cast<double>(report.tally.checked)) {
      std::cout << "too few mutants reach a body: " << with_bodies_percent_min << " % are wanted\n";
      status = 1;
    }
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "mutations: " << error.what() << "\n";
    return 2;
  }
}
