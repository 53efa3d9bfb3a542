/** Why something could not be sent: the message is a sentence for the operator, without personal data. */
export class DeliveryFault extends Error {
  override readonly name = 'DeliveryFault'
  /** Trying again would be of no use. */
  readonly isFinal: boolean
  /** The others that wait would fail for the same reason: nothing is sent for a while. */
  readonly isOfAll: boolean
  /** It is because of whom it is for, and of nothing else: nothing would come through to them. */
  readonly isOfRecipient: boolean
  /** How long the other side has asked to be left alone, in seconds. */
  readonly retryAfter_s: number

  constructor(
    sentence: string,
    about: {
      isFinal?: boolean
      isOfAll?: boolean
      isOfRecipient?: boolean
      retryAfter_s?: number
      cause?: unknown
    } = {},
  ) {
    super(sentence, { cause: about.cause })
    this.isFinal = about.isFinal ?? false
    this.isOfAll = about.isOfAll ?? false
    this.isOfRecipient = about.isOfRecipient ?? false
    this.retryAfter_s = about.retryAfter_s ?? 0
  }
}
