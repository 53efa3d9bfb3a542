/** Thrown where an answer that was needed is a refusal. */
export class RequestFailed extends Error {
  override readonly name: string = 'RequestFailed'
  readonly status: number
  /** The code of the refusal, such as `event-not-found`; undefined where a proxy has answered. */
  readonly code: string | undefined

  constructor(status: number, body: unknown) {
    const { code, message } =
      typeof body === 'object' && body !== null ? { code: undefined, message: undefined, ...body } : {}
    super(typeof message === 'string' ? message : `The calendar answered ${status}.`)
    this.status = status
    this.code = typeof code === 'string' ? code : undefined
  }
}

/** Thrown where the log of changes does not go back to the token: read everything anew, and begin with a new token. */
export class SyncExpired extends RequestFailed {
  override readonly name = 'SyncExpired'
}
