/**
 * The stylesheet of the widget. It follows the `color-scheme` of the page around it, which can change it by custom properties
 * that begin with `--kalends-`, and by `::part()`.
 */
export const styles = `
:host {
  --_accent: var(--kalends-accent, light-dark(#005f72, #85d2e5));
  --_paper: var(--kalends-background, light-dark(#ffffff, #1c1f23));
  --_ink: var(--kalends-text, light-dark(#1a1c20, #eeece7));
  --_dim: color-mix(in oklab, var(--_ink) 72%, var(--_paper));
  --_line: var(--kalends-border, color-mix(in oklab, var(--_ink) 16%, var(--_paper)));
  --_edge: color-mix(in oklab, var(--_ink) 55%, var(--_paper));
  --_tint: color-mix(in oklab, var(--_accent) 12%, var(--_paper));
  --_radius: var(--kalends-radius, 0.625rem);
  --_titles: var(--kalends-heading-font, ui-serif, 'Iowan Old Style', 'Sitka Heading', Charter, 'Noto Serif', Georgia, serif);
  display: block;
  color: var(--_ink);
  font: 1rem/1.5 var(--kalends-font, system-ui, sans-serif);
  text-align: start;
}
:host([hidden]) { display: none }
:host([theme='light']) { color-scheme: light }
:host([theme='dark']) { color-scheme: dark }
:host([theme='auto']) { color-scheme: light dark }
*, ::before, ::after { box-sizing: border-box }
/* As wide as it would like to be, and as narrow as it may get, where what is around asks: rows, grids, cells, dialogs. */
.width { height: 0; overflow: hidden; visibility: hidden }
.width i { display: inline-block; width: 14rem }
.root {
  container-type: inline-size;
  background: var(--_paper);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  overflow: hidden;
  overflow-wrap: anywhere;
  display: flex; flex-direction: column; height: var(--_height, auto);
}
.root > * { flex: none }
.hidden, .unnamed {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
h2, h3, p, ul, dialog { margin: 0; padding: 0 }
ul { list-style: none }
a { color: inherit; text-underline-offset: 0.18em }
:focus-visible { outline: 3px solid var(--_accent); outline-offset: 2px }
button {
  font: inherit; color: inherit; background: none; border: 1px solid transparent; border-radius: 0.5rem;
  min-width: 2.25rem; min-height: 2.25rem; padding: 0.25rem 0.6rem; cursor: pointer;
}
button:hover { background: var(--_tint) }
.toolbar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem; margin-inline: 1rem; padding-block: 0.75rem;
  border-bottom: 2px solid var(--_ink);
}
h2, .title, .leaf b { font-family: var(--_titles) }
:lang(ar), :lang(ja) { --_titles: inherit }
.toolbar h2 { flex: 1 1 auto; min-width: 0; font-size: 1.25rem; font-weight: 650; line-height: 1.2; text-wrap: balance }
.toolbar button { border-color: var(--_line) }
.steps { display: flex; gap: 0.35rem }
.arrow svg { display: block; width: 1.1rem; height: 1.1rem; margin: auto }
:dir(rtl) .arrow svg { transform: scaleX(-1) }
.views { display: flex; margin-inline-start: auto; border: 1px solid var(--_line); border-radius: 0.5rem; overflow: hidden }
.views button { border: 0; border-radius: 0 }
.views button:focus-visible { outline-offset: -3px }
.views button[aria-pressed='true'] { background: var(--_ink); color: var(--_paper) }
.root > .body { position: relative; min-height: 6rem; flex: 1 1 auto; overflow: var(--_scroll, visible) }
:host([height]) { --_scroll: auto }
:host([height]) .root > .body { min-height: 0 }
.body[aria-busy='true'] > :not(.skeleton) { opacity: 0.45; transition: opacity 0.2s 0.15s }
.day > h3 {
  display: flex; gap: 0.5rem; align-items: center; padding: 0.9rem 1rem 0.25rem;
  font-size: 0.95rem; color: var(--_dim); font-weight: 600;
}
.event { display: flex; gap: 0.9rem; padding: 0.65rem 0; margin-inline: 1rem; align-items: flex-start }
.event + .event { border-top: 1px solid var(--_line) }
.event img {
  flex: none; width: 6rem; height: 4.5rem; object-fit: cover; border-radius: calc(var(--_radius) * 0.6);
  background: var(--_tint);
}
.event img.tall { object-fit: contain }
.facts { flex: 1; min-width: 0; line-height: 1.4 }
/* The gap is on the side that the page’s direction says; a margin of the title would be on that of the title’s. */
.titled { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 0.4rem }
.title { font-size: 1.0625rem; font-weight: 650; line-height: 1.25; text-decoration: none; text-wrap: pretty; text-align: -webkit-match-parent; text-align: match-parent }
a.title { display: inline-block; min-height: 1.5rem }
a.title:hover { text-decoration: underline; color: var(--_accent) }
.details { display: flex; flex-wrap: wrap; color: var(--_dim); font-size: 0.9rem; margin-top: 0.1rem }
.details li:not(:last-child, .said, :has(+ .said))::after { content: '·'; margin-inline: 0.45rem }
.details .said { margin-inline-start: 0.4rem; padding: 0 0.5rem; border-radius: 0.4rem; background: var(--_tint); color: var(--_ink); font-size: 0.8rem }
.details .said:first-child { margin-inline-start: 0 }
dialog .event { padding-inline: 0 }
.when { font-size: 0.9rem; font-weight: 600 }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); gap: 1.25rem; padding: 1rem }
/* The colours of categories, as on the pages. They are a sign beside a word, never the only one. */
.c-1 { --_kind: light-dark(#068ede, #0593e6) }
.c-2 { --_kind: light-dark(#ec5542, #dc5f4e) }
.c-3 { --_kind: light-dark(#0a9a87, #01a38f) }
.c-4 { --_kind: light-dark(#cc5cc5, #c063ba) }
.c-5 { --_kind: light-dark(#819206, #859704) }
.c-6 { --_kind: light-dark(#5182fc, #5c87ec) }
.c-7 { --_kind: light-dark(#ce7005, #ce7005) }
.c-8 { --_kind: light-dark(#0a96af, #079db6) }
.c-9 { --_kind: light-dark(#e85080, #d95b7f) }
.c-10 { --_kind: light-dark(#029e3e, #33a550) }
.c-11 { --_kind: light-dark(#9e6df0, #9973df) }
.c-12 { --_kind: light-dark(#ac8205, #b08505) }
.event:not(.c-0) .title::before {
  content: ''; display: inline-block; width: 0.6rem; height: 0.6rem; margin-inline-end: 0.4rem; border-radius: 50%;
  background: var(--_kind); forced-color-adjust: none;
}
.card { flex-direction: column; gap: 0.5rem; margin: 0; padding: 0; border: 0 !important }
.card .facts { width: 100% }
.card img, .blank { width: 100%; height: auto; aspect-ratio: 16 / 10; border-radius: calc(var(--_radius) * 0.8) }
.blank { display: grid; place-items: center; background: var(--_tint) }
.leaf {
  flex: none; display: grid; width: 3.1rem; overflow: hidden; text-align: center; line-height: 1.2;
  background: var(--_paper); border: 1px solid var(--_accent); border-radius: calc(var(--_radius) * 0.8);
}
.leaf > span { padding: 0.15rem; font-size: 0.8rem; font-weight: 600; color: var(--_paper); background: var(--_accent) }
.leaf b { padding: 0.15rem; font-size: 1.25rem; font-weight: 650 }
.lone { flex-wrap: wrap; align-items: center; padding-block: 1rem }
.lone img { width: 100%; height: auto; aspect-ratio: 16 / 9 }
.lone .title { font-size: 1.25rem }
.badge {
  flex: none; display: inline-block; white-space: nowrap; padding: 0 0.5rem; border-radius: 1rem; font-size: 0.75rem; line-height: 1.4rem; font-weight: 600;
  background: var(--_tint); color: color-mix(in oklab, var(--_accent) 60%, var(--_ink));
}
.canceled .title, .chip.off .name, .chip.off .unnamed { text-decoration: line-through; color: var(--_dim) }
.note { padding: 2.5rem 1.25rem; text-align: center }
.note p { font-weight: 650 }
.note p + p { font-weight: 400; color: var(--_dim); margin-top: 0.25rem }
.note button, .more-events button { border-color: var(--_edge); padding-inline: 1rem; margin-top: 0.9rem }
.more-events { padding: 0 1rem 1rem; text-align: center }
.foot {
  min-height: calc(2.7rem + 1px);
  display: flex; justify-content: space-between; gap: 0 1rem; flex-wrap: wrap; margin-inline: 1rem; padding-block: 0.6rem;
  border-top: 1px solid var(--_line); font-size: 0.9rem; color: var(--_dim);
}
.foot a { display: inline-block; min-height: 1.5rem }
/* Separate borders belong to their cells, and so lie below what goes on from one cell into the next. */
table { width: 100%; border-collapse: separate; border-spacing: 0; table-layout: fixed }
th { padding: 0.4rem 0; font-size: 0.8rem; font-weight: 600; color: var(--_dim) }
td { padding: 0; border-top: 1px solid var(--_line); vertical-align: top; height: 1px }
td + td { border-inline-start: 1px solid var(--_line) }
.day:is(button) {
  display: flex; flex-direction: column; width: 100%; height: 100%; min-height: 6.6rem; min-width: 0;
  padding: 0.25rem 0; border: 0; border-radius: 0; text-align: start;
}
.day:is(button):focus-visible { outline-offset: -3px; border-radius: 0.3rem }
.day[aria-disabled='true'] { cursor: default }
.outside { background: color-mix(in oklab, var(--_ink) 4%, var(--_paper)) }
.number { align-self: flex-start; min-width: 1.7rem; margin-inline: 0.25rem; text-align: center; font-size: 0.85rem; line-height: 1.7rem }
.outside .number { color: var(--_dim) }
.today .number { background: var(--_accent); color: var(--_paper); border-radius: 1rem; font-weight: 700 }
.chips { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px; width: 100%; font-size: 0.75rem; line-height: 1.3rem }
.chip {
  margin-inline: 0.25rem; padding-inline: 0.35rem; height: 1.3rem; border-radius: 0.3rem; background: color-mix(in oklab, var(--_kind, var(--_accent)) 16%, var(--_paper));
  position: relative; z-index: 1;
}
/* The rest of its line comes later, and would cover a name. */
.chip:has(.name) { z-index: 2 }
.name {
  display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
  text-align: -webkit-match-parent; text-align: match-parent;
}
.chip.featured { background: color-mix(in oklab, var(--_kind, var(--_accent)) 28%, var(--_paper)) }
.chip.gap { background: none }
.chip.continued { margin-inline-start: 0; border-start-start-radius: 0; border-end-start-radius: 0 }
.chip.goes-on { margin-inline-end: -1px; border-start-end-radius: 0; border-end-end-radius: 0 }
.more { padding-inline: 0.6rem; color: var(--_dim) }
dialog {
  margin: auto;
  width: min(32rem, calc(100vw - 2rem)); max-height: min(40rem, calc(100vh - 2rem)); overflow: auto;
  color: inherit; background: var(--_paper); border: 1px solid var(--_line); border-radius: var(--_radius);
  box-shadow: 0 1rem 3rem rgb(0 0 0 / 30%);
}
dialog::backdrop { background: rgb(0 0 0 / 45%) }
.dialog-head {
  position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  padding: 0.75rem 1rem; background: var(--_paper); border-bottom: 1px solid var(--_line);
}
.dialog-head h3 { font-size: 1.05rem }
.rest { display: inline-block; margin: 0 1rem 1rem; color: inherit }
.dialog-head svg { display: block; width: 1.1rem; height: 1.1rem; margin: auto }
.skeleton { padding: 1rem; overflow: hidden; min-height: calc(var(--rows) * var(--row)) }
.skeleton.of-list { --row: 4.5rem }
.skeleton.of-cards { --row: 6rem }
.skeleton.of-next { --row: 7rem }
.skeleton.of-month { --row: calc(6.6rem + 1px); padding-bottom: 2rem; box-sizing: content-box; padding-top: 0 }
.skeleton span {
  display: block; height: 1rem; margin-bottom: 0.9rem; border-radius: 0.4rem; background: var(--_line);
  animation: breathe 1.4s ease-in-out infinite alternate;
}
.skeleton span:nth-child(3n + 1) { width: 40% }
.skeleton span:nth-child(3n + 2) { width: 85% }
.skeleton span:nth-child(3n) { width: 65% }
@keyframes breathe { from { opacity: 0.9 } to { opacity: 0.35 } }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important } }
@media (forced-colors: active) {
  .today .number, .views button[aria-pressed='true'] { outline: 2px solid; outline-offset: -2px }
  .chip:not(.gap) { border: 1px solid }
}
@container (min-width: 36.01rem) {
  /* A name stands upon the days that its line goes on over: so many sevenths, less what is left free at both ends. */
  .name { position: relative; z-index: 1; width: calc(var(--days) * 100cqi / 7 - 1.2rem) }
}
@container (max-width: 36rem) {
  button { min-width: 2.75rem; min-height: 2.75rem }
  .toolbar button { padding-inline: 0.45rem }
  .skeleton.of-month { --row: calc(3.4rem + 1px) }
  .day:is(button) { min-width: 0; min-height: 3.4rem; align-items: center }
  .number { align-self: center; margin: 0 }
  .chips { display: flex; justify-content: center; gap: 3px; flex-wrap: wrap; min-height: 0.5rem; padding-top: 0.15rem }
  .chip { width: 0.45rem; height: 0.45rem; padding: 0; margin: 0; border-radius: 50% !important; background: var(--_kind, var(--_accent)) !important }
  .chip.gap { display: none }
  .chip > span, .more { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .event img { width: 4.5rem; height: 3.4rem }
  :is(.card, .lone) img { width: 100%; height: auto }
}
`
