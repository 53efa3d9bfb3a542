import { sql } from 'kysely'
import type { Database, Reader } from './dialect.ts'

/** How a transaction begins that sees one moment, whatever others write, and keeps nobody from writing. */
const beginnings: Readonly<Record<string, string>> = {
  sqlite: 'begin',
  postgres: 'begin isolation level repeatable read read only',
}

/**
 * Runs the work with a reader that sees the calendar as it is at one moment. For a process that reads nothing else
 * meanwhile: with SQLite, everything it reads is of that moment.
 */
export async function atOneMoment<Result>(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  work: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  return read.connection().execute(async (reader) => {
    await sql.raw(beginnings[dialect.name] ?? 'begin').execute(reader)
    try {
      return await work(reader)
    } finally {
      await sql`rollback`.execute(reader)
    }
  })
}
