// The result of `holdfast shake` as text, JSON and a page.
#pragma once

#include <string>

#include "server/shake/shake.h"

namespace holdfast::server::shake {

// The table of classes, the smallest set of classes that fails, the command that repeats this failure, and the lost
// updates.
std::string ResultText(const ShakeResult& result);
std::string ResultJson(const ShakeResult& result);
// Self-contained: loads nothing.
std::string ResultPage(const ShakeResult& result);

}  // namespace holdfast::server::shake
