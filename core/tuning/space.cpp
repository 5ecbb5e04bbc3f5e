#include "core/tuning/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <range/v3/algorithm/adjacent_find.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/facade.hpp>
#include <range/v3/view/transform.hpp>

#include "core/error.hpp"

namespace tilewright {
namespace {

/// A config while it is visited, and its position in the product.
struct Visited {
  ConfigIndex index;
  const Config& config;
};

/// The cartesian product as a single-pass range. One config is kept and turned like an odometer, so that a step
/// costs the change of 1 to 2 values and no memory.
class Product : public ranges::view_facade<Product, ranges::finite> {
 public:
  Product() = default;
  explicit Product(const Space& space)
      : parameters_(&space.parameters()),
        config_(space.first()),
        digits_(config_.size(), 0),
        size_(space.product_size()) {}

  const Config& at(ConfigIndex index) {
    constexpr ConfigIndex kFewSteps = 4;  // up to here they take less time than the divisions of a jump
    if (index >= index_ && index - index_ <= kFewSteps) {
      while (index_ < index) step();
    } else {
      jump_to(index);
    }
    return config_;
  }

 private:
  friend ranges::range_access;

  struct Cursor {
    Product* product = nullptr;

    [[nodiscard]] Visited read() const { return {product->index_, product->config_}; }
    void next() { product->step(); }
    [[nodiscard]] bool equal(ranges::default_sentinel_t) const { return product->index_ == product->size_; }
  };

  [[nodiscard]] Cursor begin_cursor() { return {this}; }

  void step() {
    ++index_;
    for (std::size_t position = digits_.size(); position-- > 0;) {
      turn(position, digits_[position] + 1 == values_at(position).size() ? 0 : digits_[position] + 1);
      if (digits_[position] != 0) return;
    }
  }

  void jump_to(ConfigIndex index) {
    index_ = index;
    for (std::size_t position = digits_.size(); position-- > 0;) {
      turn(position, index % values_at(position).size());
      index /= values_at(position).size();
    }
  }

  void turn(std::size_t position, std::size_t digit) {
    digits_[position] = digit;
    config_.set(position, values_at(position)[digit]);
  }

  [[nodiscard]] const std::vector<Value>& values_at(std::size_t position) const {
    return (*parameters_)[position].values;
  }

  const std::vector<Parameter>* parameters_ = nullptr;
  Config config_;
  std::vector<std::size_t> digits_;
  ConfigIndex index_ = 0;
  std::uint64_t size_ = 0;
};

bool is_nan(const Value& value) {
  const double* real = std::get_if<double>(&value);
  return real != nullptr && std::isnan(*real);
}

void check(const Parameter& parameter, const Space& space) {
  const auto fault = [&](std::string_view what) {
    return Error(ErrorKind::bad_argument, fmt::format("space: parameter '{}' {}", parameter.name, what));
  };
  if (parameter.name.empty()) throw fault("has no name; name it");
  if (space.find(parameter.name) != &parameter) throw fault("is there twice; keep one");
  if (parameter.values.empty()) throw fault("has no values; give it at least one");
  if (ranges::any_of(parameter.values, is_nan)) throw fault("has the value NaN; give it a number");
  std::vector<Value> ordered = parameter.values;
  std::sort(ordered.begin(), ordered.end());
  if (const auto twice = ranges::adjacent_find(ordered); twice != ordered.end())
    throw fault(fmt::format("has the value {} twice; keep one", to_text(*twice)));
}

}  // namespace

Space::Space(std::vector<Parameter> parameters, std::vector<Constraint> constraints)
    : parameters_(std::move(parameters)), constraints_(std::move(constraints)) {
  for (const Parameter& parameter : parameters_) {
    check(parameter, *this);
    const std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (product_size_ > most / parameter.values.size())
      throw Error(ErrorKind::bad_argument, "space: it has more than 2^63 - 1 configs; take values out");
    product_size_ *= parameter.values.size();
  }
  auto names = std::make_shared<const Config::Names>(parameters_ | ranges::views::transform(&Parameter::name) |
                                                     ranges::to<Config::Names>());
  first_ = Config(std::move(names), parameters_ | ranges::views::transform([](const Parameter& parameter) {
                                      return parameter.values[0];
                                    }) | ranges::to_vector);
}

const Parameter* Space::find(std::string_view name) const {
  const auto found = ranges::find(parameters_, name, &Parameter::name);
  return found == parameters_.end() ? nullptr : &*found;
}

Space Space::of_listed(std::vector<Parameter> parameters, std::vector<ConfigIndex> positions) {
  Space space(std::move(parameters));
  if (ranges::adjacent_find(positions, std::greater_equal<>()) != positions.end())
    throw Error(ErrorKind::bad_argument, "space: the positions listed do not ascend; sort them and keep one of each");
  if (!positions.empty() && positions.back() >= space.product_size_)
    throw Error(ErrorKind::bad_argument, fmt::format("space: position {} is listed of a product of {} configs",
                                                     positions.back(), space.product_size_));
  space.listed_ = std::move(positions);
  return space;
}

// Not named as in the header: behind `Space::`, that would be the function type of the class.
template <typename Visitor>
bool Space::visit_while(Visitor visit) const {
  Product product(*this);
  if (listed_) {
    for (const ConfigIndex index : *listed_)
      if (!visit(index, product.at(index))) return false;
    return true;
  }
  for (const Visited& visited : product)
    if (satisfies_constraints(visited.config) && !visit(visited.index, visited.config)) return false;
  return true;
}

bool Space::for_each_while(const std::function<bool(ConfigIndex, const Config&)>& visit) const {
  return visit_while(visit);
}

void Space::for_each(const Visit& visit) const {
  visit_while([&](ConfigIndex index, const Config& config) {
    visit(index, config);
    return true;
  });
}

void Space::for_each_of(std::span<const ConfigIndex> indices, const Visit& visit) const {
  Product product(*this);
  for (const ConfigIndex index : indices) visit(index, product.at(index));
}

Config Space::at(ConfigIndex index) const {
  assert(index < product_size_);
  return Product(*this).at(index);
}

bool Space::satisfies_constraints(const Config& config) const {
  for (const Constraint& constraint : constraints_) {
    try {
      if (!constraint.holds(config)) return false;
    } catch (const std::exception& fault) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("constraint '{}' threw for {}: {}", constraint.name, to_text(config), fault.what()));
    }
  }
  return true;
}

}  // namespace tilewright
