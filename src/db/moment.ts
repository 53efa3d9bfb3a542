import { sql } from 'kysely'
import type { Database, Reader } from './dialect.ts'

/** The statement that begins a transaction on one snapshot, which keeps nobody from writing. */
const beginnings: Readonly<Record<string, string>> = {
  sqlite: 'begin',
  postgres: 'begin isolation level repeatable read read only',
}

/**
 * Runs the work with a reader that sees the calendar at one moment. The process should read nothing else meanwhile: with
 * SQLite, all of its reads are of that moment.
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
