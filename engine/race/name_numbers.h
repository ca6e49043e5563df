// Numbers the names of actors and threads: 0, 1, 2, … in the order in which NumberOf is first called with them. An
// actor's first thread has the actor's name, and so its number. A session has one for all its runs, so that a name has
// the same number in all of them. Not thread-safe.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace holdfast::race {

class NameNumbers {
 public:
  // The name's number; a new name gets the next one.
  int NumberOf(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    return numbers_.emplace(std::string(name), static_cast<int>(numbers_.size())).first->second;
  }

 private:
  std::map<std::string, int, std::less<>> numbers_;
};

}  // namespace holdfast::race
