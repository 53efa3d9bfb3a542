/** Why something could not be sent: the message is a sentence for the operator, without personal data. */
export class DeliveryFault extends Error {
  override readonly name = 'DeliveryFault'
  /** Trying again would be of no use. */
  readonly isFinal: boolean
  /** The others that wait would fail for the same reason: nothing is sent for a while. */
  readonly isOfAll: boolean
  /** How long the other side has asked to be left alone, in seconds. */
  readonly retryAfter_s: number

  constructor(
    sentence: string,
    about: { isFinal?: boolean; isOfAll?: boolean; retryAfter_s?: number; cause?: unknown } = {},
  ) {
    super(sentence, { cause: about.cause })
    this.isFinal = about.isFinal ?? false
    this.isOfAll = about.isOfAll ?? false
    this.retryAfter_s = about.retryAfter_s ?? 0
  }
}
