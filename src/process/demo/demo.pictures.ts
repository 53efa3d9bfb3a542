import { type Chance, chanceFrom, itemAt } from './demo.chance.ts'
import { type Look, looks } from './demo.strand.ts'

/** A picture of the demo calendar: several of each look, each shared by many events. */
export interface Picture {
  readonly look: Look
  /** Without extension. */
  readonly name: string
  readonly alt: string
  readonly svg: string
}

/** How many pictures there are of each look. */
const variants = 4

/** In pixels: as wide as any page shows it. */
const width = 1600
const height = 900

/** Every picture, always the same. */
export function pictures(): Picture[] {
  return looks.flatMap((look, at) =>
    Array.from({ length: variants }, (_, variant) => {
      const chance = chanceFrom(1000 * at + variant)
      const palette = itemAt(palettes, ((at * 5 + variant * 3) % palettes.length) / palettes.length)
      const { draw, alt } = styles[look]
      return { look, name: `${look}-${variant + 1}`, alt, svg: sheet(palette, draw(palette, chance)) }
    }),
  )
}

/** Colours from the ground to what stands out. */
type Palette = readonly [ground: string, deep: string, middle: string, light: string, spark: string]

const palettes: readonly Palette[] = [
  ['#12263a', '#1f4e5f', '#3c887e', '#f4d58d', '#f2545b'],
  ['#2b193d', '#5b2a6f', '#a23b72', '#f6ae84', '#fbe8a6'],
  ['#0b3954', '#087e8b', '#bfd7ea', '#ff5a5f', '#f7f3e3'],
  ['#33272a', '#7a4419', '#d8973c', '#f3e9d2', '#a4243b'],
  ['#1b2d2a', '#2f5d50', '#7fb069', '#ece4b7', '#e6aa68'],
  ['#1d1e4c', '#3d3b8e', '#6883ba', '#f9b5ac', '#fff3e2'],
  ['#3b0d11', '#8b1e3f', '#db4c40', '#f6c177', '#f7ede2'],
]

const styles: Readonly<
  Record<Look, { readonly alt: string; readonly draw: (palette: Palette, chance: Chance) => string }>
> = {
  waves: { alt: 'Bands of colour like sound waves', draw: waves },
  spotlight: { alt: 'Beams of light on a dark stage', draw: spotlight },
  strings: { alt: 'Curved lines like the strings of an instrument', draw: strings },
  arches: { alt: 'Arches, one within the other', draw: arches },
  shapes: { alt: 'Cut-out shapes in a grid', draw: shapes },
  pages: { alt: 'Pages lying over each other', draw: pages },
  hills: { alt: 'Hills under a low sun', draw: hills },
  bunting: { alt: 'Strings of coloured flags', draw: bunting },
  plates: { alt: 'Plates on a table, seen from above', draw: plates },
  reel: { alt: 'Circles like reels of film', draw: reel },
  tracks: { alt: 'Rings and orbits', draw: tracks },
  harbour: { alt: 'Boats and houses by the water', draw: harbour },
}

function sheet([ground, deep]: Palette, drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="g" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="${deep}"/><stop offset="1" stop-color="${ground}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#g)"/>${drawing}</svg>`
}

function waves(palette: Palette, chance: Chance): string {
  return repeat(9, (index) => {
    const middle = 160 + index * 85
    const points = repeat(9, (step) => {
      const x = step * 200
      const swing = (40 + chance.next() * 90) * (step % 2 === 0 ? 1 : -1)
      return step === 0 ? `M0 ${middle}` : `S${x - 90} ${middle + swing} ${x} ${middle}`
    })
    return `<path d="${points}V${height}H0Z" fill="${colour(palette, 1 + (index % 4))}" opacity="${(0.35 + index * 0.06).toFixed(2)}"/>`
  })
}

function spotlight(palette: Palette, chance: Chance): string {
  const beams = repeat(5, (index) => {
    const [from, to] = [180 + index * 310, chance.between(200, 1400)]
    return `<path d="M${from - 14} -20H${from + 14}L${to + 210} 790H${to - 210}Z" fill="${colour(palette, 2 + (index % 3))}" opacity="0.34"/>`
  })
  const floor = `<ellipse cx="800" cy="800" rx="1000" ry="150" fill="${palette[0]}" opacity="0.7"/>`
  const figures = repeat(chance.between(1, 4), (index) =>
    figure(420 + index * 230 + chance.between(-50, 50), palette[4]),
  )
  return beams + floor + figures
}

function figure(x: number, fill: string): string {
  return `<circle cx="${x}" cy="560" r="34" fill="${fill}"/><path d="M${x - 52} 780C${x - 56} 650 ${x - 40} 606 ${x} 606S${x + 56} 650 ${x + 52} 780Z" fill="${fill}"/>`
}

function strings(palette: Palette, chance: Chance): string {
  const [bend, lift] = [chance.between(200, 700), chance.between(-200, 250)]
  return repeat(38, (index) => {
    const y = -160 + index * 34
    return `<path d="M-20 ${y}C${400 + bend / 2} ${y + bend} ${1000 - bend / 3} ${y - bend + lift} 1620 ${y + lift}" fill="none" stroke="${colour(palette, 1 + ((index * 7) % 4))}" stroke-width="${(1 + (index % 6) * 1.6).toFixed(1)}" opacity="0.8"/>`
  })
}

function arches(palette: Palette, chance: Chance): string {
  return repeat(5, (bay) => {
    const [x, top] = [bay * 320 + 160, chance.between(120, 320)]
    return repeat(5, (ring) => {
      const half = 150 - ring * 28
      const y = top + 150 + ring * 22
      return `<path d="M${x - half} 900V${y}A${half} ${half} 0 0 1 ${x + half} ${y}V900Z" fill="${colour(palette, (bay + ring) % 5)}"/>`
    })
  })
}

function shapes(palette: Palette, chance: Chance): string {
  const size = 200
  return repeat(40, (index) => {
    const [x, y] = [(index % 8) * size, Math.floor(index / 8) * size]
    const [back, front] = [colour(palette, chance.between(0, 4)), colour(palette, chance.between(0, 4))]
    const cuts = [
      `<circle cx="${x + 100}" cy="${y + 100}" r="78" fill="${front}"/>`,
      `<path d="M${x} ${y}A200 200 0 0 1 ${x + 200} ${y + 200}H${x}Z" fill="${front}"/>`,
      `<path d="M${x} ${y + 200}L${x + 200} ${y}V${y + 200}Z" fill="${front}"/>`,
      `<path d="M${x} ${y + 100}A100 100 0 0 1 ${x + 200} ${y + 100}Z" fill="${front}"/>`,
    ]
    return `<rect x="${x}" y="${y}" width="201" height="201" fill="${back}"/>${chance.pick(cuts)}`
  })
}

function pages(palette: Palette, chance: Chance): string {
  return repeat(11, (index) => {
    const [x, y, turn] = [chance.between(0, 1300), chance.between(-60, 620), chance.between(-28, 28)]
    const lines = repeat(7, (line) => {
      const length = chance.between(110, 220)
      return `<rect x="34" y="${50 + line * 38}" width="${length}" height="9" rx="4" fill="${palette[0]}" opacity="0.28"/>`
    })
    return `<g transform="translate(${x} ${y}) rotate(${turn} 145 180)"><rect width="290" height="360" rx="8" fill="${colour(palette, 2 + (index % 3))}"/>${lines}</g>`
  })
}

function hills(palette: Palette, chance: Chance): string {
  const sun = `<circle cx="${chance.between(350, 1250)}" cy="${chance.between(220, 340)}" r="${chance.between(90, 150)}" fill="${palette[4]}"/>`
  const rows = repeat(6, (index) => {
    const y = 360 + index * 95
    const [one, two, three] = [chance.between(-130, 40), chance.between(-90, 90), chance.between(-130, 60)]
    return `<path d="M0 ${y + one}C300 ${y + one - 140} 480 ${y + two + 90} 800 ${y + two}S1350 ${y + three - 120} 1600 ${y + three}V900H0Z" fill="${colour(palette, [3, 2, 2, 1, 1, 0][index] ?? 0)}" opacity="${(0.55 + index * 0.08).toFixed(2)}"/>`
  })
  return sun + rows
}

function bunting(palette: Palette, chance: Chance): string {
  return repeat(4, (row) => {
    const [from, sag, to] = [60 + row * 200, chance.between(160, 300), 20 + row * 220]
    const at = (share: number) => from + (to - from) * share + sag * 4 * share * (1 - share) * 0.5
    const flags = repeat(14, (index) => {
      const x = 30 + index * 115
      const [left, right] = [at(x / width), at((x + 84) / width)]
      return `<path d="M${x} ${left.toFixed(0)}L${x + 84} ${right.toFixed(0)}L${x + 42} ${(Math.max(left, right) + 120).toFixed(0)}Z" fill="${colour(palette, 1 + ((index + row * 3) % 4))}"/>`
    })
    return `<path d="M0 ${from}Q800 ${(from + to) / 2 + sag} 1600 ${to}" fill="none" stroke="${palette[3]}" stroke-width="4"/>${flags}`
  })
}

function plates(palette: Palette, chance: Chance): string {
  return repeat(12, (index) => {
    const [x, y] = [
      (index % 4) * 430 + 150 + (Math.floor(index / 4) % 2) * 120,
      Math.floor(index / 4) * 400 + 110,
    ]
    const radius = chance.between(130, 190)
    const food = repeat(5, () => {
      const [dx, dy] = [chance.between(-60, 60), chance.between(-60, 60)]
      return `<circle cx="${x + dx}" cy="${y + dy}" r="${chance.between(18, 52)}" fill="${colour(palette, chance.between(1, 4))}"/>`
    })
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${palette[3]}"/><circle cx="${x}" cy="${y}" r="${radius - 28}" fill="${palette[4]}"/>${food}`
  })
}

function reel(palette: Palette, chance: Chance): string {
  return repeat(4, (index) => {
    const [x, y, radius] = [chance.between(100, 1500), chance.between(80, 820), 320 - index * 55]
    const holes = repeat(6, (hole) => {
      const angle = (hole * Math.PI) / 3 + index
      const [dx, dy] = [Math.cos(angle) * radius * 0.58, Math.sin(angle) * radius * 0.58]
      return `<circle cx="${(x + dx).toFixed(0)}" cy="${(y + dy).toFixed(0)}" r="${(radius * 0.2).toFixed(0)}" fill="${palette[0]}"/>`
    })
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour(palette, 1 + index)}"/>${holes}<circle cx="${x}" cy="${y}" r="${(radius * 0.12).toFixed(0)}" fill="${palette[0]}"/>`
  })
}

function tracks(palette: Palette, chance: Chance): string {
  const [x, y] = [chance.between(300, 1300), chance.between(250, 650)]
  const rings = repeat(11, (index) => {
    const radius = 90 + index * 95
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour(palette, 1 + (index % 4))}" stroke-width="${10 + (index % 3) * 16}" opacity="0.75"/>`
  })
  const bodies = repeat(8, (index) => {
    const [angle, radius] = [chance.next() * Math.PI * 2, 185 + index * 95]
    return `<circle cx="${(x + Math.cos(angle) * radius).toFixed(0)}" cy="${(y + Math.sin(angle) * radius).toFixed(0)}" r="${chance.between(14, 40)}" fill="${palette[4]}"/>`
  })
  return rings + bodies
}

function harbour(palette: Palette, chance: Chance): string {
  const houses = repeat(13, (index) => {
    const [x, tall] = [index * 125, chance.between(160, 380)]
    const windows = repeat(6, (pane) => {
      const [wx, wy] = [x + 24 + (pane % 2) * 48, 560 - tall + 40 + Math.floor(pane / 2) * 62]
      return `<rect x="${wx}" y="${wy}" width="26" height="36" fill="${palette[4]}" opacity="${chance.happens(0.6) ? 0.9 : 0.25}"/>`
    })
    return `<path d="M${x} 560V${560 - tall}L${x + 60} ${510 - tall}L${x + 120} ${560 - tall}V560Z" fill="${colour(palette, 1 + (index % 3))}"/>${windows}`
  })
  const water = `<rect y="560" width="1600" height="340" fill="${palette[0]}"/>${repeat(9, (index) => `<rect x="${chance.between(0, 1300)}" y="${600 + index * 32}" width="${chance.between(120, 420)}" height="6" rx="3" fill="${palette[2]}" opacity="0.6"/>`)}`
  const boats = repeat(3, (index) => {
    const [x, y] = [180 + index * 500 + chance.between(-80, 80), 690 + (index % 2) * 60]
    return `<path d="M${x - 110} ${y}H${x + 110}L${x + 70} ${y + 54}H${x - 70}Z" fill="${palette[3]}"/><path d="M${x} ${y - 14}V${y - 220}L${x + 100} ${y - 14}Z" fill="${palette[4]}"/><path d="M${x - 12} ${y - 14}V${y - 170}L${x - 80} ${y - 14}Z" fill="${palette[2]}"/>`
  })
  return houses + water + boats
}

function colour(palette: Palette, at: number): string {
  return palette[at % palette.length] ?? palette[0]
}

function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}
