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
    let rows = RowSet.of([])
    for (const id of ids) {
      const linked = await this.#kept.findOr(`${link} ${id}`, moment, {
        tell: (events) => this.#read(link, id, events),
        find: async () => {
          // A record may have many events: others have their turn before the next one.
          await setImmediate()
          return RowSet.of(await this.#read(link, id))
        },
      })
      rows = rows.or(linked)
    }
    return rows
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
