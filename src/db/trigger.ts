/** What a database does by itself after a row was written, in SQL that both understand. */
export interface Trigger {
  readonly name: string
  /** What happens to which table, such as `insert on terms` or `update of parent on terms`. */
  readonly after: string
  /** Of the rows `new` and `old`: when anything is to be done. */
  readonly when?: string | undefined
  /** One after the other; each may name `new` and `old`. */
  readonly statements: readonly string[]
  /** The same, `when` included, for all rows at once that a statement has {@link inserted}, where the database can. */
  readonly together?: readonly string[]
}

/** All rows that a statement has inserted, each as `new`: what a query is `from`. */
export const inserted = 'inserted as new'
