#include "conformance/report/page_style.h"

namespace holdfast::conformance {

const std::string_view kPageStyle = R"(:root {
  color-scheme: light dark;
  --paper: #fdfdfc; --ink: #1c2127; --faint: #5f6873; --line: #dcdfe3; --wash: #f3f4f5; --bar: #8494a5;
  --good: #2d7354; --good-wash: #dcebe3; --bad: #b3231b; --doubt: #875600; --doubt-wash: #f8ecd2; --broken: #67409c;
  --serif: Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --ink: #e4e7ea; --faint: #98a2ad; --line: #2e343a; --wash: #1d2125; --bar: #66788a;
    --good: #7cc4a0; --good-wash: #1f3a2e; --bad: #ff8b80; --doubt: #e6b450; --doubt-wash: #3b2f14; --broken: #c3a2f2;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
main { max-width: 70rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 3rem) 5rem; }
h1, h2, h3, h4, h5, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
code { font: 0.875em/1.5 var(--mono); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.aside, .about { color: var(--faint); font-size: 0.875rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.figure { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }

/* Verdicts: each has its sign, its outline and its colour. */
.mark { display: inline-grid; place-items: center; flex: none; width: 1.5rem; height: 1.5rem; border-radius: 4px;
  border: 1.5px solid transparent; font: 700 0.9375rem/1 var(--sans); text-decoration: none; }
.mark.holds { background: var(--good-wash); color: var(--good); }
.mark.violated { background: var(--bad); color: var(--paper); }
.mark.wording { background: var(--doubt-wash); border-color: var(--bad); color: var(--bad); }
.mark.inconclusive { background: var(--doubt-wash); border-color: var(--doubt); color: var(--doubt); }
.mark.unsupported { border: 1.5px dashed var(--faint); color: var(--faint); }
.mark.error { background: var(--broken); color: var(--paper); border-radius: 50%; }
.word { font-size: 0.875rem; }
.word.violated, tr.violated .word { color: var(--bad); font-weight: 600; }
.word.wording, tr.wording .word { color: var(--bad); }
.word.inconclusive, tr.inconclusive .word { color: var(--doubt); font-weight: 600; }
.word.error, tr.error .word { color: var(--broken); font-weight: 600; }
.word.holds, .word.unsupported, tr.holds .word, tr.unsupported .word { color: var(--faint); }

header { border-top: 4px solid var(--good); padding-top: 1.25rem; }
header.violated { border-color: var(--bad); }
header.wording { border-color: var(--bad); }
header.inconclusive { border-color: var(--doubt); }
header.unsupported { border-color: var(--faint); }
header.error { border-color: var(--broken); }
.kicker { color: var(--faint); }
h1 { max-width: 24em; margin: 0.5rem 0 0.75rem; font: 400 clamp(1.625rem, 1.1rem + 2.2vw, 2.625rem)/1.2 var(--serif);
  text-wrap: balance; }
.advice { max-width: 44em; }
.advice + .advice { margin-top: 0.375rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; margin-top: 1.25rem; padding: 0.875rem 0; border: solid var(--line);
  border-width: 1px 0; }
.facts dt { color: var(--faint); font-size: 0.8125rem; }
.facts dd { font-size: 0.9375rem; font-variant-numeric: tabular-nums; }

section { margin-top: 3.5rem; }
h2 { font: 400 1.75rem/1.2 var(--serif); }
.about { max-width: 44em; margin-top: 0.25rem; }
section > h3 { margin: 2rem 0 0.5rem; font: 600 0.9375rem/1.5 var(--sans); }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }

/* Plots, and tables of figures. */
.plots { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2rem 2.5rem; margin-top: 1.75rem; }
.plot { margin: 0; display: flex; flex-direction: column; }
.plot.wide { grid-column: 1 / -1; }
.plot figcaption { font: 600 0.875rem/1.5 var(--sans); }
.key { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0.25rem 0 0.625rem; color: var(--faint);
  font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.key li { display: flex; align-items: center; gap: 0.375rem; }
.key i { flex: none; width: 0.75rem; height: 0.75rem; border-radius: 2px; }
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
.numbers { width: 100%; border-collapse: collapse; font-size: 0.9375rem; overflow-wrap: normal; }
.numbers th, .numbers td { padding: 0.3125rem 0 0.3125rem 0.75rem; border-top: 1px solid var(--line);
  font-weight: 400; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.numbers th:first-child { padding-left: 0; text-align: left; white-space: normal; }
.numbers thead th { border-top: 0; color: var(--faint); font-size: 0.8125rem; }
.numbers .lesser th, .numbers .lesser td { border-top: 0; padding-top: 0; color: var(--faint); font-size: 0.8125rem; }
.numbers .zero { color: var(--faint); }
.scroll { overflow-x: auto; }

@media (max-width: 48rem) {
  .plots { grid-template-columns: minmax(0, 1fr); }
  .canvas { height: 9rem; }
  .numbers { font-size: 0.8125rem; }
  .numbers th, .numbers td { padding-left: 0.5rem; }
  .numbers th:first-child { min-width: 4.25rem; }
}
@media print { .plot, .numbers { break-inside: avoid; } .canvas svg, .key i { print-color-adjust: exact; } }
)";

}  // namespace holdfast::conformance
