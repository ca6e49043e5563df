#include "server/race/report/race_page_style.h"

namespace holdfast::server {

const std::string_view kRacePageStyle = R"(:root { --bad-wash: #fbe9e7; }
@media (prefers-color-scheme: dark) { :root { --bad-wash: #3a1f1d; } }
main { max-width: 76rem; }
ol { margin: 0; padding: 0; list-style: none; }
.violated .advice { color: var(--bad); font-weight: 600; }
.about { margin-bottom: 1rem; }

/* One column for each actor. */
.lanes { display: grid; gap: 0 1rem; margin-top: 1rem; }
.lane { grid-row: 1; padding-bottom: 0.375rem; border-bottom: 2px solid var(--line);
  font: 600 0.9375rem/1.5 var(--sans); }
.step { padding: 0.5rem 0.75rem; margin: 0.375rem 0; border-left: 3px solid var(--bar); background: var(--wash);
  border-radius: 0 6px 6px 0; font: 0.875rem/1.5 var(--mono); }
.step .who { display: none; color: var(--faint); font: 600 0.8125rem/1.5 var(--sans); }
.step .number { float: right; margin-left: 0.75rem; color: var(--faint); font: 0.75rem/1.75 var(--sans); }
.step .chosen { display: block; color: var(--doubt); font: 0.8125rem/1.5 var(--sans); }
.step.remarked { border-color: var(--bad); background: var(--bad-wash); }
.step .remark { display: block; color: var(--bad); font: 600 0.8125rem/1.5 var(--sans); }
.replay { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1rem; align-items: baseline;
  margin-top: 1.25rem; }
.replay span { color: var(--faint); font-size: 0.8125rem; }
.replay code { padding: 0.5rem 0.75rem; background: var(--wash); border-radius: 6px; user-select: all; }

table { width: 100%; border-collapse: collapse; }
th { font-weight: 400; text-align: left; }
.events { max-width: 40rem; }
.events th, .events td { padding: 0.125rem 0; font-size: 0.9375rem; }
.events th { width: 15rem; padding-right: 1rem; }
.events td.figure { width: 5rem; padding-right: 0.875rem; }
.events .zero { color: var(--faint); }
.bar i { display: block; height: 0.625rem; min-width: 2px; background: var(--bar); border-radius: 1px; }
.notes li { padding: 0.5rem 0.75rem; margin-top: 0.5rem; border-left: 3px solid var(--doubt);
  background: var(--doubt-wash);
  border-radius: 0 6px 6px 0; }
.operations { margin-top: 1rem; border-top: 1px solid var(--line); }
.operations li { display: grid; grid-template-columns: 8rem 12rem minmax(0, 1fr); gap: 0.125rem 1rem; padding: 0.5rem 0;
  border-bottom: 1px solid var(--line); font-size: 0.9375rem; }
.operations .actor { font-weight: 600; }
.operations .actor.none { color: var(--faint); font-weight: 400; }
.operations .fail { color: var(--doubt); }
.operations .unknown { color: var(--bad); }
.operations code { display: block; }

@media (max-width: 48rem) {
  .lanes { display: block; }
  .lane { display: none; }
  .step { margin-left: calc(var(--indent) * 0.75rem); }
  .step .who { display: block; }
  .replay, .operations li { grid-template-columns: minmax(0, 1fr); }
  .events th { width: auto; }
  .events .bar { width: 25%; }
}
@media print { .step, .operations li { break-inside: avoid; } }
)";

}  // namespace holdfast::server
