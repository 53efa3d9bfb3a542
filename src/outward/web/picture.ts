import type { EventWithLinks } from '../../records/events/events.row.ts'
import { focusClasses, imageOf, type ImageRecord } from '../../records/media/media.record.ts'
import type { Kind } from './colours.ts'
import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import type { Visit } from './visit.ts'

/** The width of pictures in lists, in CSS pixels. */
const thumbnail_px = 208

/** The addresses of the sizes of an image for `srcset`, no wider than `most` pixels unless there are no others. */
export function sourceSet({ sizes = {}, url, width, height }: ImageRecord, most = Infinity): string {
  // Sizes with other proportions show another part of the picture.
  const alike = Object.values(sizes).filter((size) => isAlike(size.width / size.height, width / height))
  const all = [...alike, { url, width }].toSorted((one, other) => one.width - other.width)
  const fitting = all.filter((size, at) => at === 0 || size.width <= most)
  return fitting.map((size) => `${size.url} ${size.width}w`).join(', ')
}

function isAlike(one: number, other: number): boolean {
  return Math.abs(one / other - 1) < 0.05
}

/** The motifs of posters, classes `m-1` to `m-6` of the stylesheet. */
const motifs = 6

/** Remembers the poster that was drawn last, so that two of the same colour and motif never stand side by side. */
export class Posters {
  #last = ''

  /** The classes of the poster of an event. */
  next(id: number, colour: number): string {
    const motif = (id % motifs) + 1
    const name = `c-${colour} m-${motif}`
    const drawn = name === this.#last ? `c-${colour} m-${(motif % motifs) + 1}` : name
    this.#last = drawn
    return drawn
  }
}

/** More than so many times as high as wide, or as wide as high, a picture is cropped to a strip by the frames that there are. */
const [tall, wide] = [1.15, 2.2]

/** The class of the frame of a picture by its shape; empty for one that fits. */
export function shapeOf({ width, height }: Pick<ImageRecord, 'width' | 'height'>): string {
  if (height > tall * width) return ' tall'
  return width > wide * height ? ' wide' : ''
}

/** How a picture is drawn. */
export interface PictureForm {
  /** Whether it loads at once. */
  readonly isEager?: boolean
  /** Whether it is the largest of its page. */
  readonly isLead?: boolean
  /** The posters before it, so that neighbours differ. */
  readonly posters?: Posters
}

/** The picture of an event, or a poster in the colour of its kind. It needs no text: the title beside it names it. */
export function picture(
  { event, images }: EventWithLinks,
  { site }: Visit,
  { colour }: Kind,
  { isEager = false, isLead = false, posters = new Posters() }: PictureForm,
): Html {
  const image = event.password_digest === null ? imageOf({ images, site }, event.image_id) : undefined
  if (!image) return html`<div class="pic poster ${posters.next(event.id, colour)}"></div>`
  const focus = focusClasses(images.get(image.id))
  const shape = shapeOf(image)
  return html`<div class="pic${shape}${shape === ' tall' ? ` c-${colour}` : ''}">
    <img
      ${focus === '' ? undefined : html`class="${focus}"`}
      src="${image.sizes?.['medium']?.url ?? image.url}"
      srcset="${sourceSet(image, (isLead ? 8 : 4) * thumbnail_px)}"
      sizes="${isLead ? '(min-width: 62rem) 46rem, 100vw' : '(min-width: 48rem) 18rem, 7rem'}"
      width="${image.width}"
      height="${image.height}"
      alt=""
      loading="${isEager ? 'eager' : 'lazy'}"
      decoding="async"
    />
  </div>`
}
