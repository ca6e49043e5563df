// Sentences about a run in plain text, shared by the text and the HTML report.
#pragma once

#include <string>
#include <vector>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

// "open loop: 3,000/s at random moments" (or "in equal steps"), "closed loop",
// "closed loop, 2.00 ms of think time in workloads that can sell out"
std::string LoadText(const BenchReport& report);
// "32 clients on 1 thread, closed loop; retries: standard"
std::string LoadSentence(const BenchReport& report);
// "10.0 s measured, 12,345 operations"
std::string MeasuredSentence(const EndpointResult& result);
// A one-paragraph summary: how many operations got what they wanted, and the latencies of these and of the refused
// ones.
std::string GistSentence(const WorkloadResult& workload, const EndpointResult& result);
std::string FairnessSentence(const Metrics& metrics);
std::string RetrySentence(const Metrics& metrics);
// Empty unless the load generator was so busy that the latencies include its own delays.
std::string ClientLoadSentence(const EndpointResult& result);
// The ratios in which each endpoint is faster, such as "http://a is faster: operations per second 1.24×. http://b is
// faster: ...", or that neither is. Empty unless two endpoints were run.
std::string ComparisonSentence(const WorkloadResult& workload);
// Empty unless the machine was too loaded for reliable figures.
std::string MachineLoadSentence(const BenchReport& report);
// "What the endpoint told its clients is what it stored." if all invariants hold. Otherwise which workloads violate
// their invariant or, if none does, which could not be run.
std::string VerdictSentence(const BenchReport& report);

// If two endpoints are compared and all invariants hold: which endpoint is faster in which workloads, or that neither
// is. Otherwise VerdictSentence.
std::string HeadlineSentence(const BenchReport& report);
// One text for each workload, "<name>: " and ComparisonSentence, or GistSentence if there is only one endpoint. If that
// endpoint has no verdict (kNotRun), the workload has no text.
std::vector<std::string> ResultSentences(const BenchReport& report);

}  // namespace holdfast::bench
