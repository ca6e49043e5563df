#include "server/race/report/race_page_style.h"

namespace holdfast::server {

const std::string_view kRacePageStyle = R"(:root {
  color-scheme: light dark;
  --paper: #fdfdfc; --ink: #1c2127; --faint: #5f6873; --line: #dcdfe3; --wash: #f3f4f5; --bar: #8494a5;
  --good: #2d7354; --good-wash: #dcebe3; --bad: #b3231b; --bad-wash: #fbe9e7; --doubt: #875600; --doubt-wash: #f8ecd2;
  --serif: Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --ink: #e4e7ea; --faint: #98a2ad; --line: #2e343a; --wash: #1d2125; --bar: #66788a;
    --good: #7cc4a0; --good-wash: #1f3a2e; --bad: #ff8b80; --bad-wash: #3a1f1d; --doubt: #e6b450; --doubt-wash: #3b2f14;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
main { max-width: 76rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 3rem) 5rem; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
code { font: 0.875em/1.5 var(--mono); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.aside { color: var(--faint); font-size: 0.875rem; }
.figure { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }

header { border-top: 4px solid var(--faint); padding-top: 1.25rem; }
header.holds { border-color: var(--good); }
header.fails { border-color: var(--bad); }
header.doubt { border-color: var(--doubt); }
.kicker { color: var(--faint); }
h1 { max-width: 26em; margin: 0.5rem 0 0.75rem; font: 400 clamp(1.625rem, 1.1rem + 2.2vw, 2.625rem)/1.2 var(--serif);
  text-wrap: balance; }
.why { max-width: 48em; }
.fails .why { color: var(--bad); font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; margin-top: 1.5rem; padding: 0.875rem 0;
  border: solid var(--line); border-width: 1px 0; }
.facts dt { color: var(--faint); font-size: 0.8125rem; }
.facts dd { font-size: 0.9375rem; font-variant-numeric: tabular-nums; }

section { margin-top: 3rem; }
h2 { font: 400 1.75rem/1.2 var(--serif); }
.about { max-width: 48em; margin: 0.25rem 0 1rem; color: var(--faint); font-size: 0.875rem; }

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
