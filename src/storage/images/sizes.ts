/** A width and a height in pixels. */
export interface Box {
  readonly width: number
  readonly height: number
}

/** How a size is made: `fit` into the box as a whole, or `crop` so that its middle fills the box. */
type Rule = Box & { readonly rule: 'fit' | 'crop' }

/** Every size there is, in the order of the record (`wire-others.md` 1.4). */
export const sizes = {
  medium: { width: 300, height: 300, rule: 'fit' },
  large: { width: 1024, height: 1024, rule: 'fit' },
  thumbnail: { width: 150, height: 150, rule: 'crop' },
  medium_large: { width: 768, height: Infinity, rule: 'fit' },
  '1536x1536': { width: 1536, height: 1536, rule: 'fit' },
  '2048x2048': { width: 2048, height: 2048, rule: 'fit' },
} as const satisfies Record<string, Rule>

export type SizeName = keyof typeof sizes

/** A longer side than this is scaled down to it (`wire-others.md` 1.4); the file as it came is then kept beside. */
const largestBox: Box = { width: 2560, height: 2560 }

/** One size to be made. */
export interface PlannedSize extends Box {
  readonly name: SizeName
  readonly rule: Rule['rule']
}

/** What becomes of an image: the size of its main file, whether that is smaller than the original, and the sizes of it. */
export interface VariantPlan {
  readonly main: Box
  readonly isScaled: boolean
  readonly sizes: readonly PlannedSize[]
}

/** Plans the variants of an image, of its width and height as it is looked at; a size exists only when it is smaller. */
export function planVariants(width: number, height: number): VariantPlan {
  const original = { width, height }
  const main = fit(original, largestBox)
  // The keys of a table that is written here.
  const names = Object.keys(sizes) as SizeName[]
  return {
    main,
    isScaled: exceeds(original, largestBox),
    sizes: names
      .filter((name) => exceeds(original, sizes[name]))
      .map((name) => planSize(name, original, main)),
  }
}

function planSize(name: SizeName, original: Box, main: Box): PlannedSize {
  const { rule } = sizes[name]
  const box = smaller(main, sizes[name])
  const { width, height } = rule === 'fit' ? fit(original, box) : box
  return { name, rule, width, height }
}

/** The name of a file by its actual size, `name-300x200.png`; sizes that come out alike are one file. */
export function sizeFileName(name: string, { width, height }: Box, extension: string): string {
  return `${name}-${width}x${height}.${extension}`
}

function exceeds(original: Box, box: Box): boolean {
  return original.width > box.width || original.height > box.height
}

/** The largest box of the same proportions inside of the other: to the nearest pixel, and one at least. */
function fit(original: Box, box: Box): Box {
  const scale = Math.min(1, box.width / original.width, box.height / original.height)
  return {
    width: Math.max(1, Math.round(original.width * scale)),
    height: Math.max(1, Math.round(original.height * scale)),
  }
}

/** No size has more of a side than the main file: 1200x100 is cropped to 150x100. */
function smaller(main: Box, box: Box): Box {
  return { width: Math.min(main.width, box.width), height: Math.min(main.height, box.height) }
}
