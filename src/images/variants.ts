import type { Sharp } from 'sharp'
import { isBare } from './bare.ts'
import { encode, type Purpose } from './encode.ts'
import { type ImageFacts, type ImageLimits, reading } from './inspect.ts'
import { loadSharp } from './sharp.ts'
import { type Box, type PlannedSize, planVariants, sizeFileName, type SizeName } from './sizes.ts'

/** A file to be stored. */
export interface RenderedFile extends Box {
  readonly fileName: string
  readonly mimeType: string
  /** In bytes. */
  readonly filesize: number
  readonly bytes: Buffer
}

/** All the files of an image. */
export interface RenderedImage {
  readonly main: RenderedFile
  /** In the order of the record; those that came out alike share file and bytes. */
  readonly sizes: ReadonlyMap<SizeName, RenderedFile>
  /** The picture in full size, when the main file was scaled down (`original_image` of `wire-others.md` 1.4). */
  readonly original?: RenderedFile
}

/**
 * Writes all the files of an image that has been inspected, in its own format and under `name` (without extension):
 * turned the way it is looked at, in sRGB, without any metadata (EXIF, GPS, XMP, ICC). The largest file is kept as it came
 * when there is nothing else in it; otherwise it is newly encoded like the others, so that nothing but the picture survives. Animations stay animated in the main file and the original; sizes
 * show their first frame. Throws an {@link ImageFault} when the image cannot be read.
 */
export async function renderVariants(
  bytes: Buffer,
  facts: ImageFacts,
  { name, ...limits }: ImageLimits & { readonly name: string },
): Promise<RenderedImage> {
  const { format, mimeType, extension, frames } = facts
  const isAnimated = frames > 1
  const open = await loadSharp()
  const plan = planVariants(facts.width, facts.height)
  const read = <Value>(step: () => Promise<Value>) => reading(format, limits, step)
  const oriented = (animated: boolean): Sharp => {
    const image = open(bytes, { limitInputPixels: limits.maxPixels, animated })
    return isAnimated ? image : image.autoOrient()
  }

  // Decoded and turned once, at the size of the main file; the sizes are made of that.
  const still = await read(() =>
    to(oriented(false), plan.main).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  )
  const { width, height, channels } = still.info
  const picture = (): Sharp => open(still.data, { raw: { width, height, channels } })

  const write = async (image: Sharp, fileName: string, box: Box, purpose: Purpose): Promise<RenderedFile> => {
    const written = await encode(image, format, purpose)
    const { width, height } = box
    return { fileName, width, height, mimeType, filesize: written.length, bytes: written }
  }
  const writeSize = (size: PlannedSize): Promise<RenderedFile> =>
    write(to(picture(), size, size.rule), sizeFileName(name, size, extension), size, 'size')

  const whole = `${name}.${extension}`
  const writeWhole = async (): Promise<RenderedFile> => {
    const { width, height } = facts
    if (!isBare(bytes, format)) return write(oriented(isAnimated), whole, facts, 'main')
    return { fileName: whole, width, height, mimeType, filesize: bytes.length, bytes }
  }
  const writeScaled = () =>
    write(
      isAnimated ? to(oriented(true), plan.main) : picture(),
      `${name}-scaled.${extension}`,
      plan.main,
      'main',
    )

  const sizes = await read(() => writeSizes(plan.sizes, writeSize))
  const largest = await read(writeWhole)
  return plan.isScaled
    ? { main: await read(writeScaled), sizes, original: largest }
    : { main: largest, sizes }
}

/** One after the other, so that an image takes one thread; each actual size once. */
async function writeSizes(
  planned: readonly PlannedSize[],
  write: (size: PlannedSize) => Promise<RenderedFile>,
): Promise<ReadonlyMap<SizeName, RenderedFile>> {
  const done = new Map<SizeName, RenderedFile>()
  for (const size of planned) {
    const alike = [...done.values()].find(
      ({ width, height }) => width === size.width && height === size.height,
    )
    done.set(size.name, alike ?? (await write(size)))
  }
  return done
}

/** To exactly that size: the middle of the picture, or all of it, which then is of the same proportions but for rounding. */
function to(image: Sharp, { width, height }: Box, rule: PlannedSize['rule'] = 'fit'): Sharp {
  return image.resize(width, height, { fit: rule === 'crop' ? 'cover' : 'fill', position: 'centre' })
}
