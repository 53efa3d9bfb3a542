/** A trigger that runs after a row is written, in SQL that both kinds of databases understand. */
export interface Trigger {
  readonly name: string
  /** It runs before instead: of rows that one statement writes, it sees those before it as written, and no other. */
  readonly isBefore?: true
  /** The event and its table, such as `insert on terms` or `update of parent on terms`. */
  readonly after: string
  /** The condition on the rows `new` and `old`. */
  readonly when?: string | undefined
  /** Executed one after the other; each may use `new` and `old`. */
  readonly statements: readonly string[]
  /** Statements that do the same, `when` included, for all rows that a statement has {@link inserted}, if the database can. */
  readonly together?: readonly string[]
}
