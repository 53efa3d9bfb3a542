/** What is sent to others. */
export const deliveryKinds = ['mail', 'webhook', 'letter'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** How an attempt to send something may end. */
export const deliveryOutcomes = ['sent', 'failed', 'given_up'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

/** Counts attempts to send something. */
export class DeliveryTally {
  readonly #numbers = new Map<string, number>()

  /** Counts an attempt that has ended. */
  note(kind: DeliveryKind, outcome: DeliveryOutcome): void {
    this.#numbers.set(`${kind} ${outcome}`, this.ended(kind, outcome) + 1)
  }

  /** How many have ended so. */
  ended(kind: DeliveryKind, outcome: DeliveryOutcome): number {
    return this.#numbers.get(`${kind} ${outcome}`) ?? 0
  }
}
