// The footprint of a step: what it reads and writes, as areas of ordered key spaces. Two steps of different actors are
// dependent if their footprints overlap in an area that one of them writes. The order of independent steps makes no
// difference to any response or state. So of the orders that differ only in the order of independent steps, the
// exhaustive strategy runs one (strategies/exhaustive.cc).
//
//   space        any text: a table ("table/Rooms"), a global index ("index/Rooms/byGuest"), the intents of prepared
//                transactions ("prepared/Rooms"), idempotency tokens ("tokens"), … Areas in different spaces are
//                disjoint
//   partition    key bytes of the partition (engine/values/key_bytes.h); absent: every partition
//   lower…upper  sort-key bytes, a half-open range; an absent upper bound: to the end
//
// This file knows neither DynamoDB's requests nor the engine: a StepExecutor computes the footprint of a request.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace holdfast::race {

struct Area {
  std::string space;
  std::optional<std::string> partition;
  std::string lower;
  std::optional<std::string> upper;
  bool writes = false;

  // The whole space.
  static Area All(std::string space, bool writes);
  static Area Partition(std::string space, std::string partition, bool writes);
  // The one key (partition, sort).
  static Area Key(std::string space, std::string partition, std::string sort, bool writes);

  // Whether some key is in both.
  bool Overlaps(const Area& other) const;
  // Whether the area has only one key, as those that Key returns.
  bool IsOneKey() const;

  friend bool operator==(const Area&, const Area&) = default;
};

struct Footprint {
  std::vector<Area> areas;
  // Whether the areas of the operation are unknown: then it counts as a write that overlaps every footprint that is not
  // empty.
  bool everything = false;

  bool empty() const { return areas.empty() && !everything; }
  void Add(Area area) { areas.push_back(std::move(area)); }
  void Add(const Footprint& other);

  friend bool operator==(const Footprint&, const Footprint&) = default;
};

// Whether every area of `part` equals an area of `whole`, and `whole.everything` is true if `part.everything` is.
bool Includes(const Footprint& whole, const Footprint& part);
// Whether the two overlap in an area that one of them writes. Symmetric.
bool DependentWith(const Footprint& a, const Footprint& b);

// An index of the areas of several footprints: finds the footprints that another one is dependent with. Each footprint
// has an owner: a number.
class FootprintIndex {
 public:
  void Add(const Footprint& footprint, size_t owner);
  // Whether one of the footprints is dependent with `footprint`.
  bool IsDependentWith(const Footprint& footprint) const;
  // Sets the elements of `dependent` at the owners of the footprints that are dependent with `footprint`.
  void MarkDependent(const Footprint& footprint, std::vector<bool>& dependent) const;

 private:
  struct Access {
    size_t owner;
    bool writes;
  };
  struct Range {
    Area area;
    size_t owner;
  };
  struct Partition {
    // The accesses of areas that are one key, by sort key.
    std::map<std::string, std::vector<Access>, std::less<>> keys;
    std::vector<Range> ranges;
  };
  struct Space {
    std::unordered_map<std::string, Partition> partitions;
    // The areas of every partition.
    std::vector<Range> ranges;
  };

  // Calls `visit` with the owner of each area that overlaps an area of `footprint`, if one of the two is written.
  template <typename Visit>
  void VisitDependent(const Footprint& footprint, const Visit& visit) const;

  std::unordered_map<std::string, Space> spaces_;
  std::vector<size_t> owners_;
  // The owners of the footprints that are `everything`.
  std::vector<size_t> owners_of_everything_;
};

}  // namespace holdfast::race
