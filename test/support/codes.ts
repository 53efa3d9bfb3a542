import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** How long the decoder may try, in milliseconds: it gives up by the clock, and machines are busy. */
const patience_ms = 60_000

/** Eight pixels for each of a drawing. */
const perModule_dpi = 8 * 72

/** What a picture of a QR code says. Throws where no code is found in it. */
export async function readCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture, { density: perModule_dpi })
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return decodeQR({ width, height, data }, { format: 'RGB', timeLimit: patience_ms })
}
