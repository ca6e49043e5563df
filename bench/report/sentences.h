// Sentences about a run in plain text, shared by the text and the HTML report.
#pragma once

#include <string>
#include <vector>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

// "open loop: 3,000/s at random moments", "closed loop"
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
// "http://a is faster: .... http://b is faster: ...."; empty unless two endpoints were run.
std::string ComparisonSentence(const WorkloadResult& workload);
// Empty unless the machine was too loaded for reliable figures.
std::string MachineLoadSentence(const BenchReport& report);
// "What the endpoint told its clients is what it stored.", or which workloads do not hold.
std::string VerdictSentence(const BenchReport& report);

// If two endpoints are compared and all invariants hold: which endpoint is faster. Otherwise VerdictSentence.
std::string HeadlineSentence(const BenchReport& report);
// The results of each workload: ComparisonSentence, or GistSentence if there is only one endpoint.
std::vector<std::string> ResultSentences(const BenchReport& report);

}  // namespace holdfast::bench
