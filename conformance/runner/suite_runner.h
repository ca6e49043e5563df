// Runs what was asked for, suite by suite, and says how it goes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/report/run_report.h"
#include "conformance/runner/run_options.h"
#include "conformance/runner/suite.h"

namespace holdfast::conformance {

// Whether `only` asks for it. Everything is asked for where it is empty.
bool IsSelected(const std::vector<std::string>& only, const std::string& group, const std::string& name);

// Called when something starts, with no verdict yet, and when it has ended, with its verdict.
using Progress = std::function<void(const std::string& name, const Verdict* verdict, double seconds)>;

// Why nothing can be run: no HTTP answer comes from the endpoint. Empty if one does, whatever it says.
std::string WhyUnreachable(const EndpointOptions& endpoint);

// The tables that are needed are made, and deleted at the end; `report_wait` is told what takes long about that. Stops
// early when interrupted.
RunReport RunSuites(const std::vector<Suite>& suites, const RunOptions& options, const Progress& progress,
                    const std::function<void(const std::string& text)>& report_wait);

}  // namespace holdfast::conformance
