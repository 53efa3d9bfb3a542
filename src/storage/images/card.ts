import type { OverlayOptions } from 'sharp'
import { newImage } from './sharp.ts'

/** What a card for sharing says, from top to bottom, as plain text. */
export interface CardText {
  readonly title: string
  /** Lines below it, such as the date and the place. */
  readonly lines: readonly string[]
  /** The name of the site. */
  readonly site: string
  /** Three colours of a kind, from deep to pale, as `#rrggbb`. */
  readonly colours: readonly [deep: string, soft: string, pale: string]
}

/** The size that previews on other sites have (Open Graph, Twitter). */
export const cardSize = { width: 1200, height: 630 } as const

/** Where the text stands, and where the tiles begin. */
const margin = 72
const textWidth = 740
const tile = 126
const tilesFrom = 948

const ink = '#1a1c20'
const dim = '#565b63'
const paper = '#faf8f4'

/** The first letter decides on which side a text begins. */
const beginsRight = /^\P{L}*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u

/** Draws a card as a PNG. Pango lays the texts out, so that those from right to left, and of any script, are right. */
export async function drawCard({ title, lines, site, colours }: CardText): Promise<Buffer> {
  const said = lines.filter((line) => line !== '')
  const heading = await textBlock(title, { size: sizeOf(title), weight: 'bold', height: 300 })
  const parts: OverlayOptions[] = [...tilesOf(colours), { ...heading.overlay, top: margin + 58 }]
  if (site !== '') {
    const name = await textBlock(site, { size: 30, weight: 'bold', colour: colours[0], height: 44 })
    parts.push({ ...name.overlay, top: margin - 6 })
  }
  let top = margin + 58 + heading.height + 30
  for (const [at, line] of said.entries()) {
    const block = await textBlock(line, {
      size: 34,
      weight: at === 0 ? 'bold' : 'normal',
      colour: at === 0 ? ink : dim,
      height: 92,
    })
    if (top + block.height > cardSize.height - 24) break
    parts.push({ ...block.overlay, top })
    top += block.height + 14
  }
  const ground = await newImage({ create: { ...cardSize, channels: 3, background: paper } })
  return ground.composite(parts).png({ palette: true }).toBuffer()
}

/** Long titles are set smaller. */
function sizeOf({ length }: string): number {
  if (length <= 24) return 76
  return length <= 60 ? 60 : 46
}

interface TextLook {
  readonly size: number
  readonly weight: 'bold' | 'normal'
  readonly colour?: string
  /** The most room that it has; what does not fit is set smaller. */
  readonly height: number
}

/** A text with its place from the side on which it begins, and its height. */
async function textBlock(text: string, look: TextLook): Promise<{ overlay: OverlayOptions; height: number }> {
  const { size, weight, colour = ink, height } = look
  const isRight = beginsRight.test(text)
  const drawn = await textImage(text, { size, weight, colour })
  if (drawn.info.height > height && size > smallest)
    return textBlock(text, { ...look, size: Math.max(smallest, Math.floor(size * 0.8)) })
  const shown = Math.min(drawn.info.height, height)
  const left = isRight ? margin + textWidth - Math.min(textWidth, drawn.info.width) : margin
  return { overlay: { input: drawn.data, left, top: 0 }, height: shown }
}

const smallest = 24

async function textImage(
  text: string,
  { size, weight, colour }: { size: number; weight: string; colour: string },
) {
  const marked = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const image = await newImage({
    text: {
      text: `<span foreground="${colour}" weight="${weight}">${marked}</span>`,
      font: `serif ${size}`,
      dpi: 72,
      width: textWidth,
      wrap: 'word-char',
      // Pango turns it for a text from right to left.
      align: 'left',
      rgba: true,
    },
  })
  return image.png().toBuffer({ resolveWithObject: true })
}

/** Two columns of tiles in the colours of a kind. */
function tilesOf([deep, soft, pale]: CardText['colours']): OverlayOptions[] {
  const order = [deep, pale, soft, pale, soft, deep, soft, deep, pale, soft]
  return order.map((background, at) => ({
    input: { create: { width: tile, height: tile, channels: 3, background } },
    left: tilesFrom + (at % 2) * tile,
    top: Math.floor(at / 2) * tile,
  }))
}
