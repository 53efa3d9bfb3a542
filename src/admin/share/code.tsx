import { correction, generate } from 'lean-qr'

/** The light modules around a code, without which it is not found (ISO 18004: four). */
const quiet = 4

/** How wide a code is as a picture, in pixels at least: enough for a poster. */
const width_px = 1024

/** A code with its quiet zone: its width in modules, and its dark ones as runs of a path. */
interface Drawn {
  readonly size: number
  readonly runs: readonly (readonly [x: number, y: number, length: number])[]
}

/** Draws an address. What is printed gets dirty and bent: a fifth of it may be lost. */
function draw(text: string): Drawn {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const runs: [number, number, number][] = []
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue
      let length = 1
      while (code.get(x + length, y)) length += 1
      runs.push([x + quiet, y + quiet, length])
      x += length
    }
  }
  return { size: code.size + 2 * quiet, runs }
}

const pathOf = ({ runs }: Drawn) =>
  runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('')

/** An address as a code that cameras read. */
export function Code({ of, label }: { readonly of: string; readonly label: string }) {
  const drawn = draw(of)
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={pathOf(drawn)} />
    </svg>
  )
}

/** The code as a file of vectors. */
export function codeAsSvg(text: string): Blob {
  const drawn = draw(text)
  const { size } = drawn
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${pathOf(drawn)}"/></svg>`,
  ]
  return new Blob(parts, { type: 'image/svg+xml' })
}

/** The code as a file of pixels; undefined where the browser makes none. */
export function codeAsPng(text: string): Promise<Blob | null> {
  const { size, runs } = draw(text)
  const scale = Math.ceil(width_px / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * scale
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  for (const [x, y, length] of runs) pen.fillRect(x * scale, y * scale, length * scale, scale)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Hands a file to the reader. */
export function handOver(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Its browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
