#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/store/record.hpp"
#include "core/tuning/config.hpp"

namespace tilewright::store {

/// Measurements and choices that last: an SQLite database which many processes may use at once. One object is for one
/// thread at a time, and for the process that made it: a fork must not take it along.
///
/// Whatever the file is, tuning goes on: nothing here throws because of it. A damaged or foreign file is set aside as
/// FILE.bad-N and another one made. Where nothing can be stored (no permission, a full disk, a file of a newer
/// version) the store says so once, in `warning`, gives nothing and takes nothing from then on.
class Store {
 public:
  /// Opens the store, and makes it and its folder when there is none.
  explicit Store(std::filesystem::path file);
  Store(Store&& other) noexcept;
  Store& operator=(Store&& other) noexcept;
  ~Store();

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

  /// What went wrong first, in one line for the user; empty when all is well.
  [[nodiscard]] const std::string& warning() const { return warning_; }

  /// Keeps records of one context, all or none. Whether they are durable: then they outlive this process, whatever ends
  /// it, and the loss of power too, as far as the disk keeps what it says it has.
  bool append(const Config& context, std::span<const Record> records);

  /// Keeps what was chosen. Whether it is durable.
  bool append(const Config& context, const StoredChoice& choice);

  /// What is known of a config; empty when nothing is. Rows that are damaged are not used.
  [[nodiscard]] History history(const Config& context, const Config& config);

  /// What was chosen last in this context.
  [[nodiscard]] std::optional<StoredChoice> choice(const Config& context);

  /// Why nothing is known in this context, as `miss_text`; nothing when something is, or when the store is empty.
  [[nodiscard]] std::optional<std::string> miss(const Config& context);

 private:
  struct Connection;

  template <typename Result, typename Use>
  Result guarded(Use use);
  void warn(const std::string& text);

  std::filesystem::path file_;
  std::unique_ptr<Connection> connection_;  ///< null when the store is of no use
  std::string warning_;
};

}  // namespace tilewright::store
