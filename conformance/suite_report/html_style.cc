#include "conformance/suite_report/html_pieces.h"

namespace holdfast::conformance {

const std::string_view kSuiteStyle =
    R"(.legend { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 1.75rem 0 1.25rem; }
.legend li { display: flex; align-items: center; gap: 0.5rem; font-variant-numeric: tabular-nums; }
.legend .zero { color: var(--faint); opacity: 0.65; }

.grid { display: grid; gap: 1rem; margin-top: 1.5rem; }
.grid .row { display: grid; grid-template-columns: 13rem 1fr; gap: 0.25rem 1rem; padding: 0.375rem 0; }
.grid h3 { font: 400 0.875rem/1.75rem var(--sans); color: var(--faint); }
.grid ul { display: flex; flex-wrap: wrap; gap: 4px; }
.grid li { display: flex; }
.grid .mark { width: 1.75rem; height: 1.75rem; }
.grid .of-races .mark { width: 3.75rem; }
.grid .of-races .mark.error { border-radius: 1rem; }
.grid .mark:hover { outline: 2px solid var(--ink); outline-offset: 1px; }

.race { border-top: 1px solid var(--line); }
.race:last-child { border-bottom: 1px solid var(--line); }
.race > summary { display: grid; grid-template-columns: 1.5rem 16rem 1fr 7.5rem; gap: 0.25rem 0.875rem;
  align-items: baseline; padding: 0.625rem 0; }
.race > summary:hover, .cases > summary:hover { background: var(--wash); }
.race > summary > .mark { align-self: center; }
.race h4, .race h4 code { font-weight: 600; }
.race .invariant { font-family: var(--serif); }
.race > summary .word { text-align: right; }
.race > summary .word::after, .cases > summary::after { content: " \25B8"; color: var(--faint); }
.race[open] > summary .word::after, .cases[open] > summary::after { content: " \25BE"; }
.race-body { padding: 0.25rem 0 1.75rem 2.375rem; }
.note { max-width: 44em; margin-bottom: 1rem; }
.columns { display: grid; grid-template-columns: 3fr 2fr; gap: 1.5rem 3rem; }
h5 { margin-bottom: 0.375rem; color: var(--faint); font: 400 0.8125rem/1.5 var(--sans); }
.met { width: 100%; border-collapse: collapse; margin-bottom: 0.5rem; }
.met th, .met td { padding: 0.125rem 0; font-weight: 400; text-align: left; font-size: 0.9375rem; }
.met th { width: 13rem; padding-right: 1rem; }
.met td.figure { width: 4.5rem; padding-right: 0.875rem; text-align: right; }
.met .zero { color: var(--faint); }
.bar i { display: block; height: 0.625rem; min-width: 2px; background: var(--bar); border-radius: 1px; }
.control { margin-top: 0.5rem; }
.control.convicted b { color: var(--good); }
.control.acquitted b { color: var(--doubt); }
blockquote { margin: 0.5rem 0 0; padding-left: 0.875rem; border-left: 2px solid var(--line); color: var(--faint);
  font-size: 0.9375rem; }
.violation { margin-top: 1.75rem; }
.violation h4 { font-weight: 600; color: var(--bad); }
.witness { margin-top: 0.75rem; padding: 1rem; border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
.witness td, .witness th { padding: 0.125rem 0.75rem 0.125rem 0; text-align: left; vertical-align: top; }
.more { margin-top: 1.5rem; }
.more > summary { color: var(--faint); text-decoration: underline; text-underline-offset: 0.2em; }
.repeat { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1rem; align-items: baseline;
  margin-top: 1.25rem; }
.repeat span { color: var(--faint); font-size: 0.8125rem; }
.repeat code { padding: 0.5rem 0.75rem; background: var(--wash); border-radius: 6px; user-select: all; }
.repeat b { display: inline-block; font-weight: 400; }

.cases { margin-top: 1rem; border-top: 1px solid var(--line); }
.cases > summary { display: flex; gap: 0.25rem 1rem; align-items: baseline; flex-wrap: wrap; padding: 0.625rem 0; }
.cases > summary::after { margin-left: auto; }
.cases h3 { font: 600 0.9375rem/1.5 var(--sans); }
.cases table { width: 100%; border-collapse: collapse; }
.cases td { padding: 0.4375rem 0; border-top: 1px solid var(--line); vertical-align: top; }
.cases .verdict { width: 9rem; padding-right: 0.875rem; white-space: nowrap; }
.cases .verdict .word { margin-left: 0.625rem; }
.cases td.figure { width: 5rem; padding-left: 1rem; color: var(--faint); font-size: 0.875rem; }
.case { display: grid; grid-template-columns: 15rem 1fr; gap: 0 1.25rem; align-items: baseline; }
.complaints { margin-top: 0.375rem; padding-left: 0.875rem; border-left: 2px solid var(--line); font-size: 0.9375rem; }
.cases .repeat { margin: 0.625rem 0 0.375rem; }
tr:target td { background: var(--wash); }

@media (max-width: 48rem) {
  .grid .row { grid-template-columns: 1fr; }
  .grid .of-races .mark { width: 2.75rem; }
  .race > summary { grid-template-columns: 1.5rem 1fr auto; }
  .race .invariant { grid-column: 2 / -1; grid-row: 2; }
  .race-body { padding-left: 0; }
  .columns, .case, .repeat { grid-template-columns: minmax(0, 1fr); }
  .met th { width: auto; }
  .met .bar { width: 30%; }
  .cases .verdict { width: 2.25rem; }
  .cases .verdict .word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
}
@media print {
  .race, .violation, tr { break-inside: avoid; }
  .mark, .bar i { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)";

}  // namespace holdfast::conformance
