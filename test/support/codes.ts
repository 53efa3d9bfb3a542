import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { drawJpegs } from '../../src/storage/images/draw.ts'

/** How long the decoder may try, in milliseconds: it gives up by the clock, and machines are busy. */
const patience_ms = 60_000

/** How wide a drawing is made, in pixels: ten for each module of the largest code here. */
const width_px = 800

/** What a picture of a QR code says. Throws where no code is found in it. */
export async function readCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return decodeQR({ width, height, data }, { format: 'RGB', timeLimit: patience_ms })
}

/** What a drawing of a QR code says (SVG). Throws where no code is found in it. */
export async function readDrawnCode(svg: Blob): Promise<string> {
  const drawing = (await svg.text()).replace('<svg ', `<svg width="${width_px}" height="${width_px}" `)
  const [picture] = await drawJpegs([drawing])
  if (!picture) throw new Error('Nothing was drawn.')
  return readCode(picture)
}
