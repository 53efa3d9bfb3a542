/** The one stylesheet of the plain pages. It stands in each page; its hash is what the page's policy allows. */
export const style = `
:root { color-scheme: light dark; --ink: #1d2126; --dim: #5b636e; --paper: #fff; --line: #d9dde3; --link: #0b57a4 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --dim: #a2abb6; --paper: #15181c; --line: #363c45; --link: #8cc0ff }
}
* { box-sizing: border-box }
body {
  margin: 0 auto; max-width: 46rem; padding: 0 1rem;
  color: var(--ink); background: var(--paper);
  font: 1.0625rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere;
}
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible { outline: 2px solid; outline-offset: 2px }
body > header, body > footer { padding: 1rem 0; color: var(--dim); font-size: .9375rem }
body > header { border-bottom: 1px solid var(--line) }
body > footer { margin-top: 3rem; border-top: 1px solid var(--line) }
body > header a { color: inherit; font-weight: 600; text-decoration: none }
body > header a:hover { text-decoration: underline }
h1 { margin: 2rem 0 .75rem; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.25rem); line-height: 1.2; text-wrap: balance }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.25rem; line-height: 1.3 }
h3 { margin: 1.5rem 0 .5rem; color: var(--dim); font-size: 1rem; line-height: 1.3 }
p, dl { margin: 1rem 0 }
dl { display: grid; gap: .25rem 1.5rem }
dt { color: var(--dim) }
dd { margin: 0 0 .5rem }
@media (min-width: 34rem) {
  dl { grid-template-columns: max-content 1fr; row-gap: .5rem }
  dd { margin: 0 }
}
body > footer ul, .events { margin: 0; padding: 0; list-style: none }
body > footer ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem }
.events li { padding: .6rem 0; border-top: 1px solid var(--line) }
.events a { font-weight: 600 }
.events div, .note { color: var(--dim); font-size: .9375rem }
.nowrap { white-space: nowrap }
.text img, .text video { max-width: 100%; height: auto }
.text table { display: block; overflow-x: auto }
.text pre { overflow-x: auto }
`
