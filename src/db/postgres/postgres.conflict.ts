/** The transaction lost to another one and has been undone: repeated as a whole, it may succeed. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict'

  constructor(options?: ErrorOptions) {
    super('The transaction was undone in favour of another one.', options)
  }
}
