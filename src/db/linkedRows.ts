import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { Changes, type LoggedLink, logOf } from './changes.ts'
import type { Dialect, Reader } from './dialect.ts'
import { linkSources } from './eventLinks.ts'
import type { KeptRows } from './keptRows.ts'
import { readNumbers } from './numbers.ts'
import { RowSet } from './rowSet.ts'

/** What events are to be linked to: any of the records with these ids. */
export interface LinkedTo {
  readonly link: LoggedLink
  readonly ids: readonly number[]
}

/** For more records than this at a time a query takes less, as each of their sets follows what is written. */
const mostRecords = 64

/** Calls the function with one after the other. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await call(item))
  return results
}

/** Remembers which events are linked to a venue, an organizer or a term, catching up with later changes. */
export class LinkedRows {
  readonly #db: Reader
  readonly #dialect: Dialect
  readonly #kept: KeptRows
  readonly #changes = {
    venue: new Changes(logOf('venue')),
    organizer: new Changes(logOf('organizer')),
    term: new Changes(logOf('term')),
  } satisfies Record<LoggedLink, Changes>

  /** Sets are kept among those of others, by names of their own. */
  constructor(db: Reader, dialect: Dialect, kept: KeptRows) {
    this.#db = db
    this.#dialect = dialect
    this.#kept = kept
  }

  /** The events that are linked to any of the records; undefined for too many of these, or on a replica that is behind. */
  async find({ link, ids }: LinkedTo): Promise<RowSet | undefined> {
    if (ids.length > mostRecords) return undefined
    const moment = await this.#changes[link].now(this.#db)
    if (!moment) return undefined
    const find = (id: number) =>
      this.#kept.findOr(`${link} ${id}`, moment, {
        tell: (events) => this.#read(link, id, events),
        find: async () => {
          // A record may have many events: other requests have their turn before.
          await setImmediate()
          return RowSet.of(await this.#read(link, id))
        },
      })
    const sets = this.#dialect.blocksThread ? await inTurns(ids, find) : await Promise.all(ids.map(find))
    return sets.reduce((all, set) => all.or(set), RowSet.of([]))
  }

  /** The ids of the events that are linked to a record, of these or of all. */
  async #read(link: LoggedLink, id: number, events?: readonly number[]): Promise<readonly number[]> {
    const { table, id: column } = linkSources[link]
    const among = events ? sql`and event_id in (${sql.join(events)})` : sql``
    const [ids = []] = await readNumbers(
      { dialect: this.#dialect, read: this.#db },
      [sql.ref('event_id')],
      sql`${sql.table(table)} where ${sql.ref(column)} = ${id} ${among}`,
    )
    return ids
  }
}
