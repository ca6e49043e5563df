#include "bench/report/html_style.h"

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
.plots { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2rem 2.5rem; margin-top: 1.75rem; }
.plot { margin: 0; display: flex; flex-direction: column; }
.plot.wide { grid-column: 1 / -1; }
.plot figcaption { font: 600 0.875rem/1.5 var(--sans); }
.key { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0.25rem 0 0.625rem; color: var(--faint);
  font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.key li { display: flex; align-items: center; gap: 0.375rem; }
.key i { flex: none; width: 0.75rem; height: 0.75rem; border-radius: 2px; }
.key i.equal-share { height: 0; border-radius: 0; border-top: 2px dashed var(--ink); }
.canvas { position: relative; height: 11rem; margin-top: auto; border: solid var(--line); border-width: 1px 0;
  border-bottom-color: var(--faint); }
.canvas svg { display: block; width: 100%; height: 100%; }
.canvas .top { position: absolute; top: 0.125rem; right: 0; color: var(--faint); font-size: 0.75rem;
  font-variant-numeric: tabular-nums; background: var(--paper); padding-left: 0.375rem; }
.axis { position: relative; height: 1.25rem; margin-top: 0.25rem; color: var(--faint); font-size: 0.75rem;
  font-variant-numeric: tabular-nums; }
.axis span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.axis span[style="left:0.00%"] { transform: none; }
.axis span[style="left:100.00%"] { transform: translateX(-100%); }
.canvas rect { shape-rendering: crispEdges; }
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
.numbers { width: 100%; border-collapse: collapse; font-size: 0.9375rem; overflow-wrap: normal; }
.numbers th, .numbers td { padding: 0.3125rem 0 0.3125rem 0.75rem; border-top: 1px solid var(--line);
  font-weight: 400; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.numbers th:first-child { padding-left: 0; text-align: left; white-space: normal; }
.numbers thead th { border-top: 0; color: var(--faint); font-size: 0.8125rem; }
.numbers .lesser th, .numbers .lesser td { border-top: 0; padding-top: 0; color: var(--faint); font-size: 0.8125rem; }
.numbers .zero { color: var(--faint); }
.scroll { overflow-x: auto; }
.remarks { margin-top: 1.25rem; max-width: 46em; color: var(--faint); font-size: 0.9375rem; }
.remarks li + li { margin-top: 0.25rem; }
.comparison { margin-top: 2.5rem; padding: 1.25rem 1.5rem; background: var(--wash); border-radius: 6px; }
.comparison h3 { margin-bottom: 0.5rem; font: 600 0.9375rem/1.5 var(--sans); }
.comparison .numbers th, .comparison .numbers td { border-color: var(--line); }

@media (max-width: 48rem) {
  .plots, .tables { grid-template-columns: minmax(0, 1fr); }
  .canvas { height: 9rem; }
  .comparison { padding: 1rem; }
  .numbers { font-size: 0.8125rem; }
  .numbers th, .numbers td { padding-left: 0.5rem; }
  .numbers th:first-child { min-width: 4.25rem; }
}
@media print { .plot, .numbers { break-inside: avoid; } .canvas svg, .key i { print-color-adjust: exact; } }
)";

}  // namespace holdfast::bench
