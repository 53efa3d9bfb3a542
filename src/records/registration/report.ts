import { added, type GuestNumbers, noGuests } from './guests.totals.query.ts'
import type { ReportRecord, ReportRow } from './report.record.ts'

/** What a report knows of an event. */
export interface Reported {
  readonly numbers: GuestNumbers
  /** How many were counted in all; null: nobody has counted. */
  readonly head_count: number | null
  /** The rows in which it counts. */
  readonly groups: readonly Pick<ReportRow, 'id' | 'name'>[]
}

/** In which no event counts that is of any. */
const ofNone = { id: null, name: '' }

/** A row with the events that count in it. */
interface Row {
  readonly group: Pick<ReportRow, 'id' | 'name'>
  readonly events: Reported[]
}

/** The rows in the order of their names, that of none at the end. */
function inOrder(rows: Iterable<Row>): Row[] {
  const order = new Intl.Collator('en', { numeric: true })
  return [...rows].toSorted(
    ({ group: { name: one } }, { group: { name: other } }) =>
      Number(one === '') - Number(other === '') || order.compare(one, other),
  )
}

/** The rows of a report in the order of their names, events of none at the end; and all events together. */
export function reportOf(events: readonly Reported[]): Pick<ReportRecord, 'rows' | 'total'> {
  const rows = new Map<string, Row>()
  for (const event of events)
    for (const group of event.groups.length > 0 ? event.groups : [ofNone]) {
      const key = `${group.id} ${group.name}`
      const row = rows.get(key) ?? { group, events: [] }
      row.events.push(event)
      rows.set(key, row)
    }
  return {
    rows: inOrder(rows.values()).map(rowOf),
    total: together(events),
  }
}

function rowOf({ group: { id, name }, events }: Row): ReportRow {
  return { id, name, ...together(events) }
}

function together(events: readonly Reported[]): ReportRecord['total'] {
  const { registered, people, arrived, canceled, waited } = events.reduce(
    (sum, { numbers }) => added(sum, numbers),
    noGuests,
  )
  const heads = events.map(headsOf).filter((heads) => heads !== null)
  return {
    events: events.length,
    registered,
    people,
    arrived,
    head_count: heads.length === 0 ? null : heads.reduce((sum, one) => sum + one, 0),
    no_shows: events.reduce((sum, { numbers }) => sum + absentAt(numbers), 0),
    canceled,
    waited,
  }
}

/** How many were there; null: nobody has looked. */
function headsOf({ head_count, numbers: { arrived } }: Reported): number | null {
  return head_count ?? (arrived > 0 ? arrived : null)
}

/** How many did not come: where nobody was seen at the door, nobody has looked. */
function absentAt({ people, arrived }: GuestNumbers): number {
  return arrived > 0 ? Math.max(0, people - arrived) : 0
}
