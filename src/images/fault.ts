/**
 * Why an image was not taken, as a word to tell the cases apart by: its address is no address we would ask
 * (`bad-address`) or leads where we may not go (`forbidden-address`), nobody gives it to us (`unreachable`), it is too
 * much (`too-large`), no picture at all (`not-an-image`), one of a kind we do not take (`unsupported-format`), or broken
 * (`damaged`).
 */
export type ImageReason =
  | 'bad-address'
  | 'forbidden-address'
  | 'unreachable'
  | 'too-large'
  | 'not-an-image'
  | 'unsupported-format'
  | 'damaged'

/** Why an image was not taken, as the end of the sentence “image …” (400 on `image`, D7, `wire-others.md` 7). */
export class ImageFault extends Error {
  override readonly name = 'ImageFault'
  readonly reason: ImageReason

  constructor(reason: ImageReason, says: string) {
    super(says)
    this.reason = reason
  }
}

/** A fault of fetching: the sentence begins alike for all of them. */
export function fetchFault(reason: ImageReason, says: string): ImageFault {
  return new ImageFault(reason, `cannot be fetched: ${says}`)
}
