import type { Metadata } from 'sharp'
import { ImageFault } from './fault.ts'
import { formats, type ImageFormat, sniffFormat } from './format.ts'
import { isWholeGif } from './gif.ts'
import { loadSharp } from './sharp.ts'

/** What an image is, once it has been looked through. */
export interface ImageFacts {
  readonly format: ImageFormat
  readonly mimeType: string
  /** Without the dot. */
  readonly extension: string
  /** In pixels, as it is looked at: after its EXIF orientation. */
  readonly width: number
  readonly height: number
  /** 1 unless it is an animation (GIF or WebP). */
  readonly frames: number
}

/** How large an image may be. */
export interface ImageLimits {
  /** Of all frames together: what has to be decoded, however few bytes it came in. */
  readonly maxPixels: number
}

/** At 25 a second a minute of animation is no picture of an event any more; each costs time however small it is. */
const maxFrames = 1000

/**
 * Looks an image through to its last pixel. Throws an {@link ImageFault}: not an image, not of a format that is taken,
 * too many pixels or frames, damaged or cut off.
 */
export async function inspectImage(bytes: Buffer, limits: ImageLimits): Promise<ImageFacts> {
  const format = sniffFormat(bytes)
  const { says, sharpName, mimeType, extension } = formats[format]
  const open = await loadSharp()
  const header = await reading(format, limits, () =>
    open(bytes, { limitInputPixels: limits.maxPixels }).metadata(),
  )
  if (header.format !== sharpName) throw damaged(says)
  const frames = framesOf(format, header)
  // Frames cannot be turned; nor do browsers turn them.
  const { width, height } = frames > 1 ? header : header.autoOrient
  if (frames > maxFrames) throw new ImageFault('too-large', `has ${frames} frames; accepted are ${maxFrames}`)
  // Multiplied here: what libvips makes of the height of very many frames overflows.
  if (width * height * frames > limits.maxPixels) throw tooManyPixels(limits)
  if (format === 'gif' && !isWholeGif(bytes)) throw damaged(says)
  // The least of work that has every pixel decoded: the answer is thrown away.
  const decode = open(bytes, { limitInputPixels: limits.maxPixels, animated: frames > 1 })
  await reading(format, limits, () => decode.resize(8, 8, { fit: 'fill' }).raw().toBuffer())
  return { format, mimeType, extension, width, height, frames }
}

/** Runs a step that reads the image; what libvips throws, with sentences of its own, becomes an {@link ImageFault}. */
export async function reading<Value>(
  format: ImageFormat,
  limits: ImageLimits,
  step: () => Promise<Value>,
): Promise<Value> {
  try {
    return await step()
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    if (/exceeds pixel limit/i.test(said)) throw tooManyPixels(limits)
    if (/timeout/i.test(said)) throw new ImageFault('too-large', 'takes too long to convert')
    throw damaged(formats[format].says)
  }
}

/** HEIF calls the pictures of an album pages; the first one is the picture. */
function framesOf(format: ImageFormat, { pages = 1 }: Metadata): number {
  return format === 'gif' || format === 'webp' ? pages : 1
}

function tooManyPixels({ maxPixels }: ImageLimits): ImageFault {
  return new ImageFault(
    'too-large',
    `has more than the ${maxPixels} pixels accepted here, all frames together`,
  )
}

function damaged(says: string): ImageFault {
  return new ImageFault('damaged', `is damaged or cut off: it cannot be read as ${says}`)
}
