#include "bench/report/html_result.h"

namespace holdfast::bench {

const std::string_view kBenchStyle = R"(:root { --condition: #9aa7b5; --conflict: #c08a2d; --other: #67409c; }
@media (prefers-color-scheme: dark) { :root { --condition: #5c6b7a; --conflict: #d9a548; --other: #c3a2f2; } }
header.not-run { border-color: var(--doubt); }
h1 { max-width: 22em; }
.facts code { font-size: 0.875rem; }
.gist { max-width: 46em; margin: 0.75rem 0 0; font: 1.125rem/1.5 var(--serif); }
.result { margin-top: 1.25rem; }
.result + .result { margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.result > h3 { font: 600 0.9375rem/1.5 var(--sans); }
.judgement { display: flex; gap: 0.625rem; align-items: center; margin-top: 0.875rem; }
.judgement.violated { color: var(--bad); font-weight: 600; }
.judgement.not-run { color: var(--doubt); }
.violations { margin: 0.5rem 0 0 2.125rem; color: var(--bad); }
.key i.equal-share { height: 0; border-radius: 0; border-top: 2px dashed var(--ink); }
.got { fill: var(--good); background: var(--good); }
.by-condition { fill: var(--condition); background: var(--condition); }
.by-conflict { fill: var(--conflict); background: var(--conflict); }
.otherwise { fill: var(--other); background: var(--other); }
.got-latency, .refused-latency { fill-opacity: 0.55; stroke-width: 1.5px; vector-effect: non-scaling-stroke; }
.got-latency { fill: var(--good); stroke: var(--good); background: var(--good); }
.refused-latency { fill: var(--condition); stroke: var(--condition); background: var(--condition); }
path.equal-share { fill: none; stroke: var(--ink); stroke-width: 2px; stroke-dasharray: 6 4;
  vector-effect: non-scaling-stroke; }

.tables { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1.5rem 2.5rem; margin-top: 2rem; }
.remarks { margin-top: 1.25rem; max-width: 46em; color: var(--faint); font-size: 0.9375rem; }
.remarks li + li { margin-top: 0.25rem; }
.comparison { margin-top: 2.5rem; padding: 1.25rem 1.5rem; background: var(--wash); border-radius: 6px; }
.comparison h3 { margin-bottom: 0.5rem; font: 600 0.9375rem/1.5 var(--sans); }

@media (max-width: 48rem) {
  .tables { grid-template-columns: minmax(0, 1fr); }
  .comparison { padding: 1rem; }
}
)";

}  // namespace holdfast::bench
