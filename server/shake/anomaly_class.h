// The classes of anomalies, which AWS permits and tests seldom meet. `holdfast shake` turns on each class in some runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::server::shake {

enum class AnomalyClass : uint8_t {
  kReordering,
  kStaleReads,
  kIndexLag,
  kConflicts,
  kThrottling,
  kLostReplies,
  kLateTtl
};
inline constexpr std::array kAnomalyClasses = {
    AnomalyClass::kReordering, AnomalyClass::kStaleReads,  AnomalyClass::kIndexLag, AnomalyClass::kConflicts,
    AnomalyClass::kThrottling, AnomalyClass::kLostReplies, AnomalyClass::kLateTtl};
// The class as `--only` names it: `stale-reads`.
std::string_view NameOf(AnomalyClass anomaly);
// The title of the class's row in the table of results: `stale reads`.
std::string Title(AnomalyClass anomaly);
std::optional<AnomalyClass> ClassFromName(std::string_view name);
// What the command must do for the class to happen: `a transaction`.
std::string_view Precondition(AnomalyClass anomaly);

class ClassSet {
 public:
  constexpr ClassSet() = default;
  constexpr ClassSet(std::initializer_list<AnomalyClass> classes) {
    for (const AnomalyClass one : classes) Add(one);
  }
  static ClassSet All();

  constexpr void Add(AnomalyClass one) { bits_ |= Bit(one); }
  constexpr void Remove(AnomalyClass one) { bits_ &= static_cast<uint8_t>(~Bit(one)); }
  constexpr bool Contains(AnomalyClass one) const { return (bits_ & Bit(one)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  size_t size() const;
  // In the order of kAnomalyClasses.
  std::vector<AnomalyClass> Members() const;
  ClassSet With(AnomalyClass one) const;
  ClassSet Without(AnomalyClass one) const;
  // `stale-reads,index-lag`, as `--only` takes it.
  std::string Text() const;

  friend bool operator==(const ClassSet&, const ClassSet&) = default;

 private:
  static constexpr uint8_t Bit(AnomalyClass one) { return static_cast<uint8_t>(1u << static_cast<unsigned>(one)); }

  uint8_t bits_ = 0;
};

}  // namespace holdfast::server::shake
