/** A line of the picture: how long something takes at each size. */
export interface Line {
  readonly name: string
  /** Milliseconds by events; both greater than nothing. */
  readonly points: readonly (readonly [number, number])[]
}

const width = 900
const height = 560
const edge = { left: 70, right: 300, top: 50, bottom: 50 } as const
const colours = [
  '#1b6ca8',
  '#c0392b',
  '#27864a',
  '#8e44ad',
  '#d68910',
  '#16807a',
  '#7f4f24',
  '#2c3e50',
  '#b03a78',
]

/** A picture (SVG) of latency against the size of the calendar, both on logarithmic scales. */
export function latencyChart(title: string, lines: readonly Line[]): string {
  const all = lines.flatMap(({ points }) => points)
  const events = [...new Set(all.map(([events]) => events))].toSorted((one, other) => one - other)
  const [fewest = 1, most = 10] = [events[0], events.at(-1)]
  const low = Math.floor(Math.log10(Math.min(...all.map(([, ms]) => ms))))
  const high = Math.ceil(Math.log10(Math.max(...all.map(([, ms]) => ms))))
  const across = (value: number) =>
    edge.left +
    (Math.log10(value / fewest) / Math.log10(Math.max(most / fewest, 10))) * (width - edge.left - edge.right)
  const up = (value: number) =>
    height -
    edge.bottom -
    ((Math.log10(value) - low) / Math.max(high - low, 1)) * (height - edge.top - edge.bottom)
  const decades = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${edge.left}" y="24" font-size="16">${escaped(title)}</text>
${decades.map((ms) => gridLine(up(ms), ms < 1 ? String(ms) : ms.toLocaleString('en'))).join('\n')}
${events.map((count) => sizeMark(across(count), count.toLocaleString('en'))).join('\n')}
<text x="${edge.left - 50}" y="${edge.top - 10}">ms</text>
${lines.map((line, index) => drawn(line, index, across, up)).join('\n')}
</svg>
`
}

function gridLine(y: number, label: string): string {
  const right = width - edge.right
  return `<path d="M${edge.left} ${y.toFixed(1)}H${right}" stroke="#ddd"/><text x="${edge.left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${label}</text>`
}

function sizeMark(x: number, label: string): string {
  const bottom = height - edge.bottom
  return `<path d="M${x.toFixed(1)} ${edge.top}V${bottom}" stroke="#eee"/><text x="${x.toFixed(1)}" y="${bottom + 20}" text-anchor="middle">${label} events</text>`
}

type Scale = (value: number) => number

function drawn({ name, points }: Line, index: number, across: Scale, up: Scale): string {
  const colour = colours[index % colours.length]
  const path = points.map(([events, ms]) => `${across(events).toFixed(1)} ${up(ms).toFixed(1)}`).join('L')
  const legend = edge.top + 18 * index
  const x = width - edge.right + 30
  return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/><path d="M${x} ${legend}h20" stroke="${colour}" stroke-width="2"/><text x="${x + 28}" y="${legend + 4}">${escaped(name)}</text>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
