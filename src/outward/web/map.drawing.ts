import type { ShownLinked } from '../../records/linked/linked.kind.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { renderTitle } from '../../pure/text/render.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { langOfTexts, type Spoken } from './ownText.ts'
import type { Tiles, Visit } from './visit.ts'

/** A place on the Earth, in degrees. */
export interface Spot {
  readonly lat: number
  readonly lng: number
}

/** A place of events on a map. */
export interface Pin extends Spot {
  /** What stands in the pin: a number of the list, or how many there are. */
  readonly text: string
  /** What the pin says to who listens. */
  readonly label: string
  /** The language of that, where it is another than that of the page. */
  readonly lang?: string | undefined
  /** Where it leads to. */
  readonly url: string
  /** The colour of its kind: its number in the stylesheet; undefined for several. */
  readonly colour: number | undefined
  /** How many events are there: what stands for several pins tells their sum. */
  readonly count?: number
}

/** The size of a drawing, in its own units. */
interface Size {
  readonly width: number
  readonly height: number
}

const tile_px = 256
const deepestZoom = 16

/** The distance of pins from the edge, so that none is cut. */
const margin = 56

/** A point in a plane as large as the world at a zoom (Web Mercator, EPSG:3857). */
function pointOf({ lat, lng }: Spot, zoom: number): { x: number; y: number } {
  const world = tile_px * 2 ** zoom
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  }
}

/** The part of the world that a drawing shows: the corner of its plane, and how deep it is. */
interface Section extends Size {
  readonly zoom: number
  readonly left: number
  readonly top: number
}

/** The smallest part of the world that has all spots. */
function sectionOf(spots: readonly Spot[], size: Size, mostZoom: number): Section {
  const { width, height } = size
  for (let zoom = mostZoom; zoom >= 0; zoom -= 1) {
    const points = spots.map((spot) => pointOf(spot, zoom))
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const isWithin = right - left <= width - 2 * margin && bottom - top <= height - 2 * margin
    if (isWithin || zoom === 0)
      return { ...size, zoom, left: (left + right - width) / 2, top: (top + bottom - height) / 2 }
  }
  return { ...size, zoom: 0, left: 0, top: 0 }
}

/** The ground of a map: tiles where the site has some, else a net with rings around the middle. */
function groundOf({ url }: Tiles, section: Section): Content {
  const { width, height } = section
  return [
    html`<path class="land" d="M0 0h${width}v${height}H0z" />`,
    url === '' ? net(section) : tiles(url, section),
  ]
}

function net({ width, height }: Size): Content {
  const step = 100
  const lines = [
    ...Array.from({ length: Math.floor(width / step) }, (_, at) => `M${(at + 1) * step} 0v${height}`),
    ...Array.from({ length: Math.floor(height / step) }, (_, at) => `M0 ${(at + 1) * step}h${width}`),
  ]
  const rings = [1, 2, 3].map(
    (ring) =>
      html`<circle
        class="net"
        cx="${width / 2}"
        cy="${height / 2}"
        r="${(ring * Math.min(width, height)) / 6}"
      />`,
  )
  return [html`<path class="net" d="${lines.join('')}" />`, rings]
}

function tiles(url: string, { width, height, left, top, zoom }: Section): Content {
  const count = 2 ** zoom
  const all: Html[] = []
  for (let row = Math.floor(top / tile_px); row * tile_px < top + height; row += 1) {
    if (row < 0 || row >= count) continue
    for (let column = Math.floor(left / tile_px); column * tile_px < left + width; column += 1) {
      const around = ((column % count) + count) % count
      const address = url
        .replace('{z}', String(zoom))
        .replace('{x}', String(around))
        .replace('{y}', String(row))
        .replace('{s}', 'a')
        .replace('{r}', '')
      all.push(
        html`<image
          href="${address}"
          x="${rounded(column * tile_px - left)}"
          y="${rounded(row * tile_px - top)}"
          width="${tile_px}"
          height="${tile_px}"
        />`,
      )
    }
  }
  return all
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** Pins nearer to one another than this, in the units of the drawing, become one with their number. */
const groupRadius = 34

/** The whole map of some places, as it is before a script makes it movable, and where none runs. */
export function drawnMap(
  pins: readonly Pin[],
  at: Size & {
    tiles: Tiles
    label: string
    count: (value: number) => string
    group: (count: number) => string
  },
): Html {
  const section = sectionOf(pins, at, deepestZoom)
  const placed = pins.map((pin) => {
    const { x, y } = pointOf(pin, section.zoom)
    return { pin, x: rounded(x - section.left), y: rounded(y - section.top) }
  })
  const groups: (typeof placed)[] = []
  for (const one of placed) {
    const near = groups.find(([first]) => first && Math.hypot(first.x - one.x, first.y - one.y) < groupRadius)
    if (near) near.push(one)
    else groups.push([one])
  }
  return html`<svg
    viewBox="0 0 ${at.width} ${at.height}"
    preserveAspectRatio="xMidYMid slice"
    role="group"
    aria-label="${at.label}"
  >
    ${groundOf(at.tiles, section)}
    ${groups.map(([first, ...others]) => {
      if (!first) return undefined
      const { pin, x, y } = first
      if (others.length === 0) return pinAt(pin, x, y)
      return html`<a class="pin group" href="${pin.url}" aria-label="${at.group(others.length + 1)}"
        ><circle class="disc" cx="${x}" cy="${y}" r="26" /><text x="${x}" y="${y + 5}"
          >${at.count(others.length + 1)}</text
        ></a
      >`
    })}
  </svg>`
}

function pinAt({ url, label, lang, text, colour }: Pin, x: number, y: number): Html {
  return html`<a
    class="pin ${colour === undefined ? 'here' : `c-${colour}`}"
    href="${url}"
    aria-label="${label}"
    ${lang === undefined ? undefined : html`lang="${lang}"`}
    ><path d="M${x} ${y}c-4-9-18-17-18-32a18 18 0 0 1 36 0c0 15-14 23-18 32z" /><circle
      class="disc"
      cx="${x}"
      cy="${y - 32}"
      r="11.5"
    /><text x="${x}" y="${y - 26.5}">${text}</text></a
  >`
}

/** The size of the small map of one place. */
const mini: Size = { width: 420, height: 236 }

/** How deep the small map of one place is: the streets around it. */
const miniZoom = 15

/** A small map of a venue, which holds its size; undefined where it has no coordinates. */
export function miniMap(visit: Spoken & Pick<Visit, 'tiles'>, row: ShownLinked): Content {
  const { tiles } = visit
  const { geo_lat: lat, geo_lng: lng } = row
  if (typeof lat !== 'number' || typeof lng !== 'number') return undefined
  const section = sectionOf([{ lat, lng }], mini, miniZoom)
  const [x, y] = [mini.width / 2, mini.height / 2]
  return html`<div class="mini-map">
    <svg
      viewBox="0 0 ${mini.width} ${mini.height}"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="${plainTextOfHtml(renderTitle(row.title))}"
      ${langOfTexts(visit)}
    >
      ${groundOf(tiles, section)}
      <g class="pin here">
        <path d="M${x} ${y}c-4-9-18-17-18-32a18 18 0 0 1 36 0c0 15-14 23-18 32z" />
        <circle class="disc" cx="${x}" cy="${y - 32}" r="7" />
      </g>
    </svg>
    ${tiles.attribution === '' || tiles.url === '' ? undefined : html`<p class="map-note"><span>${tiles.attribution}</span></p>`}
  </div>`
}
