import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import { tiles } from '../place.ts'
import type { Linked } from './form.ts'

/** The edge of a tile, and how much of one is shown, in pixels. */
const [edge, wide, high] = [256, 72, 52]

/** How near one looks: some streets. */
const zoom = 15

/** Where a place is: the piece of the map around it, or the sign of a place, where there are no tiles or it is not known. It says nothing by itself. */
export function Sign({ spot }: { readonly spot: Linked['spot'] }) {
  const isLost = useSignal(false)
  if (!spot || tiles === '' || isLost.value)
    return (
      <span class="thumb sign">
        <Icon name="place" />
      </span>
    )
  const { src, left, top, x, y } = tileOf(spot)
  return (
    <span class="thumb sign">
      <img
        src={src}
        alt=""
        width={edge}
        height={edge}
        style={{ left: `${-left}px`, top: `${-top}px` }}
        onError={() => (isLost.value = true)}
      />
      <span class="pin-here" style={{ left: `${x - left}px`, top: `${y - top}px` }} />
    </span>
  )
}

/** The tile that a place is on (Web Mercator), and the part of it that is shown: the place in the middle, unless it is at an edge. */
function tileOf({ lat, lng }: NonNullable<Linked['spot']>) {
  const count = 2 ** zoom
  const across = ((lng + 180) / 360) * count
  const down = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * count
  const [column, row] = [Math.floor(across), Math.floor(down)]
  const [x, y] = [(across - column) * edge, (down - row) * edge]
  const start = (middle: number, shown: number) => Math.min(edge - shown, Math.max(0, middle - shown / 2))
  const words: Readonly<Record<string, string | number>> = { z: zoom, x: column, y: row, s: 'a', r: '' }
  const src = tiles.replaceAll(/\{(\w)\}/g, (whole, word: string) => String(words[word] ?? whole))
  return { src, left: start(x, wide), top: start(y, high), x, y }
}
