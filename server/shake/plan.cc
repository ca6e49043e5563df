#include "server/shake/plan.h"

#include <iterator>
#include <utility>

#include "engine/base/random.h"

namespace holdfast::server::shake {
namespace {

template <typename T>
void Shuffle(std::vector<T>& values, Random& random) {
  for (size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.Below(i)]);
}

std::vector<ClassSet> MakeBlock(ClassSet permitted, Random& random) {
  ClassSet base;
  if (permitted.Contains(AnomalyClass::kReordering)) base.Add(AnomalyClass::kReordering);
  std::vector<AnomalyClass> others = permitted.Without(AnomalyClass::kReordering).Members();
  std::vector<ClassSet> block;
  if (!base.empty()) block.push_back(base);
  for (const AnomalyClass one : others) block.push_back(base.With(one));
  if (others.size() > 1) {
    Shuffle(others, random);
    ClassSet halves[2] = {base, base};
    for (size_t i = 0; i < others.size(); ++i) halves[i % 2].Add(others[i]);
    block.insert(block.end(), std::begin(halves), std::end(halves));
  }
  Shuffle(block, random);
  return block;
}

}  // namespace

std::vector<ClassSet> PlanRuns(ClassSet permitted, size_t runs, uint64_t seed) {
  if (runs == 1) return {permitted};
  Random random(seed);
  std::vector<ClassSet> plan;
  while (plan.size() < runs) {
    for (const ClassSet set : MakeBlock(permitted, random)) {
      if (plan.size() < runs) plan.push_back(set);
    }
  }
  return plan;
}

}  // namespace holdfast::server::shake
