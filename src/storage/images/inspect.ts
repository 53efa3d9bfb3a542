import type { Metadata } from 'sharp'
import { ImageFault } from './fault.ts'
import { formats, type ImageFormat, sniffFormat } from './format.ts'
import { isWholeGif } from './gif.ts'
import { loadSharp } from './sharp.ts'

/** What is known about an image that was inspected. */
export interface ImageFacts {
  readonly format: ImageFormat
  readonly mimeType: string
  /** Without the dot. */
  readonly extension: string
  /** In pixels, when upright by its EXIF orientation. */
  readonly width: number
  readonly height: number
  /** 1 unless it is an animation (GIF or WebP). */
  readonly frames: number
}

/** How large an image may be. */
export interface ImageLimits {
  /** For all frames together: all have to be decoded, however few bytes they take. */
  readonly maxPixels: number
}

/** 40 seconds at 25 a second, which is enough for a picture of an event; each frame takes time, however small it is. */
const maxFrames = 1000

/**
 * Inspects an image down to its last pixel. Throws an {@link ImageFault} if it is no image, not of an accepted format, has too
 * many pixels or frames, or is damaged or cut off.
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
  // Multiplied here: with very many frames, the total height that libvips computes overflows.
  if (width * height * frames > limits.maxPixels) throw tooManyPixels(limits)
  if (format === 'gif' && !isWholeGif(bytes)) throw damaged(says)
  // The least work that decodes every pixel; the result is not needed.
  const decode = open(bytes, { limitInputPixels: limits.maxPixels, animated: frames > 1 })
  await reading(format, limits, () => decode.resize(8, 8, { fit: 'fill' }).raw().toBuffer())
  return { format, mimeType, extension, width, height, frames }
}

/** Runs a step that reads the image; errors of libvips become an {@link ImageFault}. */
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
