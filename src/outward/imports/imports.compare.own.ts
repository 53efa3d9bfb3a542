import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { Clock } from './imports.fields.ts'
import { withoutExcluded } from './imports.excluded.ts'
import type { ImportRecord } from './imports.record.ts'
import { comparedTickets, ticketsHere, ticketsSaid } from './imports.tickets.write.ts'

/** Values by their names. */
type Columns = Readonly<Record<string, unknown>>

/** What a source says of the series and the tickets of an event, in the form in which it is compared; nothing of what it does not say. */
export function ownThere(record: ImportRecord, row: Columns, clock: Clock): Columns {
  if (record.kind !== 'event') return {}
  const { occurrence, recurrence, tickets } = record
  const event = { timezone: String(row['timezone']) }
  return {
    ...(occurrence ? { series_key: occurrence.at, series_changed: JSON.stringify(occurrence.differs) } : {}),
    ...(recurrence ? { recurrence: recurrence.recurrence } : {}),
    ...(tickets
      ? { tickets: comparedTickets(ticketsSaid(record, { ...clock, event, currencyCode: '' }).rows) }
      : {}),
  }
}

/** The same of events here, by their ids. */
export async function ownHere(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, Columns>> {
  const rules = new Map<number, string>()
  for (const some of inParts(ids)) {
    const rows = await db
      .selectFrom('events')
      .innerJoin('series', 'series.id', 'events.series_id')
      .select([
        'events.id',
        'series.timezone',
        'series.all_day',
        'series.start_wall',
        'duration',
        'recurrence',
      ])
      .where('events.id', 'in', some)
      .execute()
    for (const { id, ...schedule } of rows) rules.set(id, withoutExcluded(schedule).recurrence)
  }
  const tickets = await ticketsHere(db, ids)
  return new Map(ids.map((id) => [id, { recurrence: rules.get(id), tickets: tickets.get(id) }]))
}
