/**
 * Why an image was not accepted: its address is not valid (`bad-address`) or leads where requests are not allowed
 * (`forbidden-address`), it cannot be fetched (`unreachable`), it is too large (`too-large`), no picture (`not-an-image`), of
 * a format that is not accepted (`unsupported-format`), or broken (`damaged`).
 */
export type ImageReason =
  | 'bad-address'
  | 'forbidden-address'
  | 'unreachable'
  | 'too-large'
  | 'not-an-image'
  | 'unsupported-format'
  | 'damaged'

/** Why an image was not accepted, as the end of the sentence “image …” (400 for `image`, D7, `wire-others.md` 7). */
export class ImageFault extends Error {
  override readonly name = 'ImageFault'
  readonly reason: ImageReason
  /** The end of its sentence, without what could not be done. */
  readonly why: string

  constructor(reason: ImageReason, says: string, why = says) {
    super(says)
    this.reason = reason
    this.why = why
  }
}

/** A fault of fetching: all of their sentences begin the same way. */
export function fetchFault(reason: ImageReason, says: string): ImageFault {
  return new ImageFault(reason, `cannot be fetched: ${says}`, says)
}
