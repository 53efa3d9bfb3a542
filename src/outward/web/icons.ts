import { type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'

/** The drawings of icons, in a square of 24, as strokes. */
const drawings = {
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  down: '<path d="m6 9 6 6 6-6"/>',
  forward: '<path d="m9 5 7 7-7 7"/>',
  back: '<path d="m15 5-7 7 7 7"/>',
  filters: '<path d="M4 6h16M7 12h10M10 18h4"/>',
  locate: '<circle cx="12" cy="12" r="6.5"/><path d="M12 2v4M12 18v4M2 12h4M18 12h4"/>',
  subscribe:
    '<rect x="4" y="5" width="16" height="15" rx="2"/><path d="M4 10h16M8 3v4M16 3v4M12 12.5v5M9.5 15h5"/>',
  calendar: '<rect x="4" y="5" width="16" height="15" rx="2"/><path d="M4 10h16M8 3v4M16 3v4"/>',
  place:
    '<path d="M12 21s-7-6.2-7-11.5a7 7 0 0 1 14 0C19 14.8 12 21 12 21Z"/><circle cx="12" cy="9.5" r="2.5"/>',
  ticket: '<path d="M4 7h16v3.5a1.7 1.7 0 0 0 0 3V17H4v-3.5a1.7 1.7 0 0 0 0-3zM14 7v10"/>',
  share: '<path d="M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6"/>',
  outside: '<path d="M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9"/>',
  repeats: '<path d="M4 11V9a3 3 0 0 1 3-3h12m0 0-3-3m3 3-3 3M20 13v2a3 3 0 0 1-3 3H5m0 0 3 3m-3-3 3-3"/>',
  stop: '<path d="M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2zM12 8v5M12 16v.01"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  edit: '<path d="M4 20h4L19 9l-4-4L4 16zM13 7l4 4"/>',
  copy: '<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2"/>',
  bell: '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4"/>',
  more: '<circle cx="5" cy="12" r="1"/><circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/>',
  none: '<circle cx="12" cy="12" r="9"/><path d="m6 6 12 12"/>',
} as const

export type IconName = keyof typeof drawings

/** Icons that point along the line of reading, and turn with it. */
const turning: ReadonlySet<IconName> = new Set(['forward', 'back'])

/** An icon, which says nothing by itself: a text stands beside it, or the control has a name. */
export function icon(name: IconName): Html {
  return html`<svg class="${turning.has(name) ? 'i turn' : 'i'}" viewBox="0 0 24 24" aria-hidden="true">
    ${sanitised(drawings[name])}
  </svg>`
}
