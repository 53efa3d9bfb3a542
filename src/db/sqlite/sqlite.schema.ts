import type { SchemaWords } from '../dialect.ts'

/** See {@link SchemaWords}. */
export const sqliteWords: SchemaWords = {
  text: 'text',
  // Exactly this type makes the id the key of the table itself.
  givenId: 'integer',
  // AUTOINCREMENT: an id is never handed out twice, not even after a delete.
  generatedId: 'integer primary key autoincrement',
  clustered: 'without rowid',
  // An index holds texts of any length.
  keyOf: (column) => column,
  randomNumber: `(abs(random() % ${Number.MAX_SAFE_INTEGER}))`,
}
