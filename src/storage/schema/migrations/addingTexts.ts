import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Adds columns of texts to tables, empty in what is there: all that a plain text field of a record needs. */
export function addingTexts(
  release: string,
  columns: Readonly<Record<string, readonly string[]>>,
): Migration {
  return {
    release,
    up: async (db, { text }) => {
      for (const [table, names] of Object.entries(columns))
        for (const name of names)
          await sql.raw(`alter table ${table} add column ${name} ${text} not null default ''`).execute(db)
    },
  }
}
