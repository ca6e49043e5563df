// Runs the selected cases and races, suite by suite, and reports progress.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/runner/run_options.h"
#include "conformance/runner/suite.h"
#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

// Whether `only` selects the case or race group/name. An empty `only` selects everything.
bool IsSelected(const std::vector<std::string>& only, const std::string& group, const std::string& name);

// The selected cases and races with their sentences, as `--list` shows them. Empty if `only` selects nothing.
std::string ListText(const std::vector<Suite>& suites, const std::vector<std::string>& only);

// Called when a case or race starts, with a null `verdict`, and when it has ended, with its verdict.
using Progress = std::function<void(const std::string& name, const Verdict* verdict, double seconds)>;

// The reason why the endpoint is unreachable: it returns no HTTP response. Empty if it returns any.
std::string WhyUnreachable(const EndpointOptions& endpoint);

// Creates the needed tables and deletes them at the end; calls `report_table` while a table's creation takes long, and
// for each table that could not be deleted. Stops early when interrupted.
RunReport RunSuites(const std::vector<Suite>& suites, const RunOptions& options, const Progress& progress,
                    const std::function<void(const std::string& text)>& report_table);

}  // namespace holdfast::conformance
