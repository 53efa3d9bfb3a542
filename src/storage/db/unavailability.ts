/** Why a database cannot be used at this moment. */
export type Unavailability = 'busy' | 'away' | 'full' | 'unknown' | 'gone'

/** The database cannot be used at this moment, through no fault of the request, which may work later. */
export abstract class DatabaseUnavailable extends Error {
  abstract readonly reason: Unavailability
}

/** Others used the database for longer than one may wait. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'
  readonly reason = 'busy'

  constructor(options?: ErrorOptions) {
    super('The database is busy with other requests.', options)
  }
}

/** The database cannot be reached, or the connection was lost before anything was changed. */
export class DatabaseAway extends DatabaseUnavailable {
  override readonly name = 'DatabaseAway'
  readonly reason = 'away'

  constructor(options?: ErrorOptions) {
    super(`The database cannot be reached${causeOf(options)}`, options)
  }
}

/** The storage of the database is full; nothing was changed. */
export class DatabaseFull extends DatabaseUnavailable {
  override readonly name = 'DatabaseFull'
  readonly reason = 'full'

  constructor(options?: ErrorOptions) {
    super('The disk of the database is full.', options)
  }
}

/** The file of the database is no longer where it was opened; nothing was changed. */
export class DatabaseGone extends DatabaseUnavailable {
  override readonly name = 'DatabaseGone'
  readonly reason = 'gone'

  constructor(path: string) {
    super(
      `${path} was removed or replaced while Kalends had it open. Stop Kalends, put the file back, from a backup if need be, and start it again.`,
    )
  }
}

/** The connection was lost during a commit: the transaction may have been committed or not, and is not repeated. */
export class OutcomeUnknown extends DatabaseUnavailable {
  override readonly name = 'OutcomeUnknown'
  readonly reason = 'unknown'

  constructor(options?: ErrorOptions) {
    super('The connection to the database was lost while a change was being confirmed.', options)
  }
}

/** The reason as a text: for an address that stands for several servers, why none of them answers. */
function causeOf({ cause }: ErrorOptions = {}): string {
  const causes: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  const reasons = causes.flatMap((each) =>
    each instanceof Error && each.message !== '' ? [each.message] : [],
  )
  return reasons.length > 0 ? `: ${reasons.join('; ')}` : ''
}
