// What comes in and goes out: files, standard input and output by the name `-`.
#include "cli/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace assay::cli {

namespace {

constexpr const char* standard = "-";

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::unexpected<wasm::Error> failed(const char* message) {
  return std::unexpected(
      wasm::Error{.kind = wasm::ErrorKind::usage, .message = message, .detail = std::strerror(errno)});
}

}  // namespace

bool Input::is_binary() const {
  return content.starts_with('\0') || name.ends_with(".wasm");
}

std::vector<std::byte> Input::bytes() const {
  std::vector<std::byte> bytes(content.size());
  if (!content.empty()) std::memcpy(bytes.data(), content.data(), content.size());
  return bytes;
}

std::string name_of_input(const std::string& path) {
  return path == standard ? "<stdin>" : path;
}

wasm::Result<Input> read_input(const std::string& path) {
  File opened;
  if (path != standard) {
    opened.reset(std::fopen(path.c_str(), "rb"));
    if (opened == nullptr) return failed("cannot open");
  }
  std::FILE* const file = opened == nullptr ? stdin : opened.get();
  Input input{.name = name_of_input(path), .content = {}};
  std::vector<char> part(std::size_t{1} << 16U);
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), file)) {
    input.content.append(part.data(), count);
  }
  if (std::ferror(file) != 0) return failed("cannot read");
  return input;
}

wasm::Result<void> write_output(const std::string& path, std::string_view content) {
  File opened;
  if (path != standard) {
    opened.reset(std::fopen(path.c_str(), "wb"));
    if (opened == nullptr) return failed("cannot open");
  }
  std::FILE* const file = opened == nullptr ? stdout : opened.get();
  if (std::fwrite(content.data(), 1, content.size(), file) != content.size() || std::fflush(file) != 0) {
    return failed("cannot write");
  }
  return {};
}

}  // namespace assay::cli
