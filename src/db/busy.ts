/** Another process holds on to the database, and went on doing so for as long as one may wait: the same may work later. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'

  constructor(options?: ErrorOptions) {
    super('The database is busy: another process has been writing all the while.', options)
  }
}
