// Numbers the names of actors and threads. A name has the same number in all runs of a session. Not thread-safe.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace holdfast::race {

class ThreadNames {
 public:
  int NumberOf(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    return numbers_.emplace(std::string(name), static_cast<int>(numbers_.size())).first->second;
  }

 private:
  std::map<std::string, int, std::less<>> numbers_;
};

}  // namespace holdfast::race
