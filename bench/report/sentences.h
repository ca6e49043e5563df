// Sentences about a run, shared by the text and the HTML report. Plain text.
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
// "http://a was faster: ..., http://b: ..."; empty unless two endpoints were run.
std::string ComparisonSentence(const WorkloadResult& workload);
// Empty unless the machine was too loaded for reliable figures.
std::string MachineLoadSentence(const BenchReport& report);
// "What the endpoint told its clients is what it stored.", or which workloads do not hold.
std::string VerdictSentence(const BenchReport& report);

// What the reader asks first: which of two endpoints is faster, and otherwise VerdictSentence.
std::string HeadlineSentence(const BenchReport& report);
// The results, a sentence for each workload: in what an endpoint is faster, or what the only one did.
std::vector<std::string> ResultSentences(const BenchReport& report);

}  // namespace holdfast::bench
