import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
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

/** For more records than this at a time a query takes less. */
const mostRecords = 64

/** How many events of a record are read at a time. */
const readAtOnce = 20_000

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
    return (
      moment &&
      this.#kept.findOr(`${link} ${ids.join()}`, moment, {
        tell: (events) => this.#read(link, ids, sql`event_id in (${sql.join(events)})`),
        find: () => this.#findAll(link, ids),
      })
    )
  }

  async #findAll(link: LoggedLink, ids: readonly number[]): Promise<RowSet> {
    if (!this.#dialect.blocksThread) return RowSet.of(await this.#read(link, ids))
    let rows = RowSet.of([])
    for (const id of ids) for await (const some of this.#eachPart(link, id)) rows = rows.or(RowSet.of(some))
    return rows
  }

  /** The ids of the events that are linked to a record: it may have many, so that other requests have their turn in between. */
  async *#eachPart(link: LoggedLink, id: number): AsyncGenerator<readonly number[], void, undefined> {
    for (let last: number | undefined = 0; last !== undefined;) {
      await setImmediate()
      const after = sql`event_id > ${last} order by event_id limit ${sql.lit(readAtOnce)}`
      const some: readonly number[] = await this.#read(link, [id], after)
      yield some
      last = some.length < readAtOnce ? undefined : some.at(-1)
    }
  }

  /** The ids of the events that are linked to any of the records: those that are left by the rest of a condition. */
  async #read(
    link: LoggedLink,
    ids: readonly number[],
    rest: RawBuilder<unknown> = sql`1 = 1`,
  ): Promise<readonly number[]> {
    if (ids.length === 0) return []
    const { table, id } = linkSources[link]
    const [events = []] = await readNumbers(
      { dialect: this.#dialect, read: this.#db },
      [sql.ref('event_id')],
      sql`(select event_id from ${sql.table(table)}
        where ${sql.ref(id)} in (${sql.join(ids)}) and ${rest}) as linked`,
    )
    return events
  }
}
