// What a run found out, in sentences that the text and the page share. Plain text.
#pragma once

#include <string>

#include "bench/report/bench_report.h"

namespace holdfast::bench {

// "open loop: 3,000/s at random moments", "closed loop"
std::string LoadText(const BenchReport& report);
// "32 clients on 1 thread, closed loop; retries: standard"
std::string LoadSentence(const BenchReport& report);
// "10.0 s measured, 12,345 operations"
std::string MeasuredSentence(const EndpointResult& result);
// What the contention came to, for the reader of one paragraph: how many got it, how long they and the others waited.
std::string GistSentence(const WorkloadResult& workload, const EndpointResult& result);
std::string FairnessSentence(const Metrics& metrics);
std::string RetrySentence(const Metrics& metrics);
// Empty unless the clients were so busy themselves that what they measured is partly their own slowness.
std::string ClientLoadSentence(const EndpointResult& result);
// "Every invariant holds." or which do not.
// "http://a was faster: ..., http://b: ..."; empty unless two endpoints were run.
std::string ComparisonSentence(const WorkloadResult& workload);
// Empty unless the machine that ran this had so much else to do that its figures mean little.
std::string MachineLoadSentence(const BenchReport& report);
std::string VerdictSentence(const BenchReport& report);

}  // namespace holdfast::bench
