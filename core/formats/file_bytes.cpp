#include "core/formats/file_bytes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "core/formats/detail/refusals.hpp"

namespace tilewright::formats {
namespace {

using File = std::unique_ptr<std::FILE, decltype([](std::FILE* file) { std::fclose(file); })>;

std::string errno_text() { return std::error_code(errno, std::generic_category()).message(); }

/// Opened without waiting for the other end of a pipe; looked at only then, so that it is the file that is read.
File open_regular(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) refuse_file(path, fmt::format("it cannot be opened: {}", errno_text()));
  File file(::fdopen(descriptor, "rb"));
  if (!file) refuse_file(path, fmt::format("it cannot be opened: {}", errno_text()));
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) refuse_file(path, fmt::format("it cannot be read: {}", errno_text()));
  if (S_ISDIR(status.st_mode)) refuse_file(path, "it is a folder; name a file in it");
  if (!S_ISREG(status.st_mode)) refuse_file(path, "it is not a regular file; write it to one first");
  return file;
}

/// Room for so many bytes more, up to the limit.
void grow(std::string& bytes, std::size_t used, std::size_t most) {
  constexpr std::size_t kLeast = std::size_t{1} << 16;
  if (used == bytes.size()) bytes.resize(std::min(std::max(2 * used, kLeast), most));
}

class Inflater {
 public:
  Inflater() {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (::inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream_); }

  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
};

constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in 32 bits

}  // namespace

std::string read_bytes(const std::filesystem::path& path, std::size_t max_bytes) {
  const File file = open_regular(path.string());
  std::string bytes;
  std::size_t used = 0;
  for (std::size_t got = 1; got > 0; used += got) {
    grow(bytes, used, max_bytes + 1);
    if (used == bytes.size()) refuse_file(path.string(), fmt::format("it is over {} MiB", max_bytes >> 20));
    got = std::fread(bytes.data() + used, 1, bytes.size() - used, file.get());
  }
  if (std::ferror(file.get()) != 0) refuse_file(path.string(), fmt::format("it cannot be read: {}", errno_text()));
  if (used > max_bytes) refuse_file(path.string(), fmt::format("it is over {} MiB", max_bytes >> 20));
  bytes.resize(used);
  return bytes;
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string unpacked(std::string_view bytes, std::string_view source, std::size_t max_bytes) {
  Inflater inflater;
  z_stream& stream = inflater.stream();
  std::string text;
  std::size_t used = 0;
  std::string_view rest = bytes;
  for (int state = Z_OK; state != Z_STREAM_END || is_gzip(rest);) {
    if (state == Z_STREAM_END) ::inflateReset(&stream);  // another member follows
    grow(text, used, max_bytes + 1);
    if (used == text.size()) refuse_file(source, fmt::format("it holds over {} MiB", max_bytes >> 20));
    // zlib takes what it only reads through a pointer that is not const.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));
    stream.avail_in = static_cast<uInt>(std::min(rest.size(), kMostAtOnce));
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + used);
    stream.avail_out = static_cast<uInt>(std::min(text.size() - used, kMostAtOnce));
    const uInt given = stream.avail_in;
    const uInt room = stream.avail_out;
    state = ::inflate(&stream, Z_NO_FLUSH);
    rest.remove_prefix(given - stream.avail_in);
    used += room - stream.avail_out;
    if (state == Z_BUF_ERROR || (state == Z_OK && rest.empty() && stream.avail_out > 0))
      refuse_file(source, "its gzip data ends early; fetch it again");
    if (state != Z_OK && state != Z_STREAM_END)
      refuse_file(source, fmt::format("its gzip data is damaged ({}); fetch it again",
                                      stream.msg == nullptr ? "unknown" : stream.msg));
  }
  if (used > max_bytes) refuse_file(source, fmt::format("it holds over {} MiB", max_bytes >> 20));
  text.resize(used);
  return text;
}

}  // namespace tilewright::formats
