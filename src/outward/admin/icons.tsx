/** The drawings of icons, in a square of 24, as strokes. */
const drawings = {
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM20 20l-4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  forward: 'm9 5 7 7-7 7',
  back: 'm15 5-7 7 7 7',
  more: 'M4.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0M11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0M18.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0',
  calendar: 'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 10h16M8 3v4M16 3v4',
  waiting: 'M4 13h4l1.5 3h5L16 13h4M4 13v6h16v-6M4 13 6.5 5h11L20 13',
  place: 'M12 21s-7-6.2-7-11.5a7 7 0 0 1 14 0C19 14.8 12 21 12 21ZM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  group:
    'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3 20c0-3.6 2.5-6 6-6s6 2.4 6 6M16 5a3.5 3.5 0 0 1 0 6.5M17.5 14.4c2.2.7 3.5 2.8 3.5 5.6',
  label: 'M4 4h7.5L20 12.5 12.5 20 4 11.5zM8 7v.01',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c-5 5-5 12 0 17M12 3.5c5 5 5 12 0 17',
  repeats: 'M4 11V9a3 3 0 0 1 3-3h12m0 0-3-3m3 3-3 3M20 13v2a3 3 0 0 1-3 3H5m0 0 3 3m-3-3 3-3',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5Z',
  copy: 'M8 10a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2zM16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2',
  off: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM6 6l12 12',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  undo: 'M5 9h9a5 5 0 0 1 0 10H8M5 9l4-4M5 9l4 4',
  check: 'm5 12.5 4.5 4.5L19 7',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7v5l3.5 2',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1',
  ticket: 'M4 7h16v3.5a1.7 1.7 0 0 0 0 3V17H4v-3.5a1.7 1.7 0 0 0 0-3zM14 7v10',
  star: 'm12 4 2.4 5 5.6.8-4 3.9 1 5.5-5-2.7-5 2.7 1-5.5-4-3.9 5.6-.8z',
  out: 'M14 4h5v16h-5M4 12h11m0 0-4-4m4 4-4 4',
  picture:
    'M3.5 7a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2zM9 8.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2ZM4 17l5-4 4 3 3-3 4 4',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h8M6 19h8M14 5l-4 14',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M5 20h14',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5 5.5 4v5M4 14.5c1.5-1.5 3-.5 2.3.8L4 19h3',
  quote: 'M9 7c-3 1-4 3-4 6v4h5v-5H7M19 7c-3 1-4 3-4 6v4h5v-5h-3',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM5 20.5c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12l8-8M16 7l3 3',
  sliders: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h8M16 17h4M14 15v4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  server: 'M4.5 4.5h15v6h-15zM4.5 13.5h15v6h-15zM8 7.5h.01M8 16.5h.01',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  download: 'M12 4v11m0 0 4-4m-4 4-4-4M5 16v3h14v-3',
  export: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6',
  play: 'M7 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  table:
    'M4 6.5a1.5 1.5 0 0 1 1.5-1.5h13a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5h-13a1.5 1.5 0 0 1-1.5-1.5zM4 10h16M4 14.5h16M10 5v14',
  rowMore: 'M4 5h16v6H4zM12 15v6M9 18h6',
  columnMore: 'M4 4h6v16H4zM14 12h6M17 9v6',
  rowLess: 'M4 5h16v6H4zM9 18h6',
  columnLess: 'M4 4h6v16H4zM14 12h6',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M5.3 18.7 7 17M17 7l1.7-1.7',
  merge: 'M6 4v4c0 4 6 4 6 8v4M18 4v4c0 4-6 4-6 8',
  move: 'M12 4v16M12 4 9 7M12 4l3 3M12 20l-3-3M12 20l3-3M4 12h16M4 12l3-3M4 12l3 3M20 12l-3-3M20 12l-3 3',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5',
} as const

/** The name of an icon. */
export type IconName = keyof typeof drawings

const turning: ReadonlySet<IconName> = new Set(['forward', 'back', 'undo', 'out'])

/** An icon, which says nothing by itself: a text stands beside it, or the control has a name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={turning.has(name) ? 'i turn' : 'i'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
