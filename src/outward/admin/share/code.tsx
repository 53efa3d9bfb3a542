import { draw, pathOf } from '../../../pure/code/draw.ts'

/** How wide a code is as a picture, in pixels at least: enough for a poster. */
const width_px = 1024

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
