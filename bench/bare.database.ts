import { Client } from 'pg'
import { openSqlite } from '../src/storage/db/sqlite/sqlite.driver.ts'
import { isPostgres } from '../src/config/databaseAddress.ts'

type Row = Readonly<Record<string, unknown>>

/** A database as its driver has it, with nothing around that. */
export interface BareDatabase extends AsyncDisposable {
  /** The driver's name. */
  readonly driver: string
  /** The rows of a statement, which is prepared when it comes first. */
  ask(sql: string, parameters?: readonly unknown[]): readonly Row[] | Promise<readonly Row[]>
}

/** Opens one connection to a database that is there, in order to read alone or to write. */
export async function openBare(url: string, purpose: 'read' | 'write'): Promise<BareDatabase> {
  return isPostgres(url) ? openPostgres(url) : bareSqlite(url, purpose)
}

function bareSqlite(path: string, purpose: 'read' | 'write'): BareDatabase {
  const connection = openSqlite(path, purpose)
  connection.exec('PRAGMA busy_timeout = 10000')
  const prepare = remembering((sql) => connection.prepare(sql))
  return {
    driver: 'node:sqlite',
    // What is asked with is what the service has asked with.
    ask: (sql, parameters = []) => prepare(sql).all(...(parameters as string[])),
    [Symbol.asyncDispose]: async () => connection.close(),
  }
}

async function openPostgres(url: string): Promise<BareDatabase> {
  // As the service has it.
  const client = new Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  let named = 0
  const nameOf = remembering(() => `bare ${(named += 1)}`)
  return {
    driver: 'pg',
    ask: async (text, parameters = []) => {
      const { rows } = await client.query<Row>({ name: nameOf(text), text, values: [...parameters] })
      return rows
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** Makes what belongs to a text once. */
function remembering<Made>(make: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, Made>()
  return (text) => {
    const known = made.get(text) ?? make(text)
    made.set(text, known)
    return known
  }
}
