import type { Sharp } from 'sharp'
import { isBare } from './metadata.ts'
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
  /** In the order of the record; sizes with equal results share file and bytes. */
  readonly sizes: ReadonlyMap<SizeName, RenderedFile>
  /** The picture in full size, when the main file was scaled down (`original_image` of `wire-others.md` 1.4). */
  readonly original?: RenderedFile
}

/**
 * Makes all files of an image that has been inspected, in its own format and under `name` (without extension): upright, in
 * sRGB, without any metadata (EXIF, GPS, XMP, ICC). The largest file is kept as it came if it contains only the picture;
 * otherwise it is encoded anew like the others, so that only the picture remains. Animations stay animated in the main file
 * and the original; sizes show their first frame. Throws an {@link ImageFault} when the image cannot be read.
 */
export async function renderVariants(
  bytes: Buffer,
  facts: ImageFacts,
  { name, ...limits }: ImageLimits & { readonly name: string },
): Promise<RenderedImage> {
  const { format, extension, frames } = facts
  const isAnimated = frames > 1
  const plan = planVariants(facts.width, facts.height)
  const read = <Value>(step: () => Promise<Value>) => reading(format, limits, step)
  const oriented = await opened(bytes, facts, limits)
  const picture = await read(() => decoded(to(oriented(false), plan.main)))
  const write = writerOf(facts)
  const whole = `${name}.${extension}`

  const writeSize = (size: PlannedSize): Promise<RenderedFile> =>
    write(to(picture(), size, size.rule), sizeFileName(name, size, extension), { box: size, purpose: 'size' })
  const writeWhole = async (): Promise<RenderedFile> =>
    isBare(bytes, format)
      ? fileOf(facts, whole, facts, bytes)
      : write(oriented(isAnimated), whole, { box: facts, purpose: 'main' })
  const writeScaled = () =>
    write(isAnimated ? to(oriented(true), plan.main) : picture(), `${name}-scaled.${extension}`, {
      box: plan.main,
      purpose: 'main',
    })

  const sizes = await read(() => writeSizes(plan.sizes, writeSize))
  const largest = await read(writeWhole)
  return plan.isScaled
    ? { main: await read(writeScaled), sizes, original: largest }
    : { main: largest, sizes }
}

/** A function that opens the image, whole or its first frame, upright. */
async function opened(
  bytes: Buffer,
  { frames }: ImageFacts,
  { maxPixels }: ImageLimits,
): Promise<(animated: boolean) => Sharp> {
  const open = await loadSharp()
  return (animated) => {
    const image = open(bytes, { limitInputPixels: maxPixels, animated })
    return frames > 1 ? image : image.autoOrient()
  }
}

/** Decodes the image once, so that all sizes are made from the result. */
async function decoded(image: Sharp): Promise<() => Sharp> {
  const open = await loadSharp()
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return () => open(data, { raw: { width, height, channels } })
}

/** Encodes images as files of the same format. */
function writerOf(facts: ImageFacts) {
  return async (
    image: Sharp,
    fileName: string,
    { box, purpose }: { box: Box; purpose: Purpose },
  ): Promise<RenderedFile> => fileOf(facts, fileName, box, await encode(image, facts.format, purpose))
}

function fileOf(
  { mimeType }: ImageFacts,
  fileName: string,
  { width, height }: Box,
  bytes: Buffer,
): RenderedFile {
  return { fileName, width, height, mimeType, filesize: bytes.length, bytes }
}

/** Makes the sizes one after the other, so that an image takes one thread; equal sizes only once. */
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

/** Scales to exactly that size: the middle of the picture, or all of it if the proportions are the same but for rounding. */
function to(image: Sharp, { width, height }: Box, rule: PlannedSize['rule'] = 'fit'): Sharp {
  return image.resize(width, height, { fit: rule === 'crop' ? 'cover' : 'fill', position: 'centre' })
}
