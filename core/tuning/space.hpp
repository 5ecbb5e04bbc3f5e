#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tuning/config.hpp"

namespace tilewright {

/// One dimension of a space: a name and the values it takes, in the order in which they are enumerated.
struct Parameter {
  std::string name;
  std::vector<Value> values;
};

/// A relation between parameters. A combination that breaks it is not part of the space at all;
/// what is part of the space but cannot run is pruned, with a reason, by `TuningProblem::reject`.
struct Constraint {
  std::string name;
  std::function<bool(const Config&)> holds;
};

/// The position of a config in the full product of a space, constraints not counted: it stays the same when a
/// constraint is added.
using ConfigIndex = std::uint64_t;

/// The cartesian product of parameters, less what the constraints forbid; or what is listed of it.
///
/// The order is that of nested loops over the parameters as given: the last one changes fastest. Configs are made
/// one at a time when they are visited; a space holds only its parameters.
class Space {
 public:
  using Visit = std::function<void(ConfigIndex, const Config&)>;

  /// Throws `Error` for a parameter without name or values, a repeated name or value, NaN, and a product of more
  /// than 2^63 - 1 configs.
  explicit Space(std::vector<Parameter> parameters, std::vector<Constraint> constraints = {});

  /// Of the product, only the configs at these positions: a space that is known config by config, however few of its
  /// product there are. Throws `Error` as above, and for positions that do not ascend or are not in the product.
  [[nodiscard]] static Space of_listed(std::vector<Parameter> parameters, std::vector<ConfigIndex> positions);

  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<Constraint>& constraints() const { return constraints_; }

  /// Null when there is no such parameter.
  [[nodiscard]] const Parameter* find(std::string_view name) const;

  /// The config of each parameter's first value; all configs of the space share its names.
  [[nodiscard]] const Config& first() const { return first_; }

  /// How many configs the full product has; 1 for a space without parameters.
  [[nodiscard]] std::uint64_t product_size() const { return product_size_; }

  /// Calls `visit` for each config of the space, in order. The config is valid until the visit returns.
  void for_each(const Visit& visit) const;

  /// As `for_each`, until `visit` returns false. Returns whether it got to the end.
  bool for_each_while(const std::function<bool(ConfigIndex, const Config&)>& visit) const;

  /// As `for_each`, of the configs at these positions, whether the constraints hold or not. Fast when they ascend.
  void for_each_of(std::span<const ConfigIndex> indices, const Visit& visit) const;

  /// The config at `index`, which is less than `product_size()`, whether the constraints hold or not.
  [[nodiscard]] Config at(ConfigIndex index) const;

  /// Whether every constraint holds. What a constraint throws is reported as an `Error` with its name.
  [[nodiscard]] bool satisfies_constraints(const Config& config) const;

 private:
  template <typename Visit>
  bool visit_while(Visit visit) const;

  std::vector<Parameter> parameters_;
  std::vector<Constraint> constraints_;
  Config first_;
  std::uint64_t product_size_ = 1;
  std::optional<std::vector<ConfigIndex>> listed_;  ///< nothing: the whole product
};

}  // namespace tilewright
