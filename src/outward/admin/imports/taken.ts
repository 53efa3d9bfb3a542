import type { Counts, FieldChange, Import } from './asks.ts'

/** Fields that say together when an event is: they are taken together. */
const times: ReadonlySet<string> = new Set(['start_wall', 'end_wall', 'all_day', 'timezone'])

/** Whether one change is taken, or left, as the other is. */
function goTogether(one: FieldChange, other: FieldChange): boolean {
  return (
    one.kind === other.kind &&
    one.key === other.key &&
    (one.field === other.field || (times.has(one.field) && times.has(other.field)))
  )
}

/** What of an import is only taken when somebody says so: what would undo the work of people here. */
export function untaken({ report: { differences = [] } }: Import): readonly FieldChange[] {
  const edited = differences.filter((one) => one.edited)
  return differences.filter((one) => edited.some((other) => goTogether(one, other)))
}

/** The changes with one more that is not taken, or one less. */
export function switched(
  { report: { differences = [] } }: Import,
  left: readonly FieldChange[],
  change: FieldChange,
): readonly FieldChange[] {
  return left.includes(change)
    ? left.filter((one) => !goTogether(one, change))
    : [...left, ...differences.filter((one) => goTogether(one, change))]
}

const none: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, removed: 0 }

/** What an import does with events, without those of which no change is taken. */
export function eventCounts({ report }: Import, left: readonly FieldChange[] = []): Counts {
  const events = report.counts['event'] ?? none
  const ofEvents = (report.differences ?? []).filter(({ kind }) => kind === 'event')
  const named = new Set(ofEvents.map(({ key }) => key))
  const taken = new Set(ofEvents.filter((one) => !left.includes(one)).map(({ key }) => key))
  const gone = named.size - taken.size
  const skipped = Object.values(report.counts).reduce((sum, counts) => sum + counts.skipped, 0)
  return {
    ...events,
    updated: Math.max(0, events.updated - gone),
    unchanged: events.unchanged + gone,
    skipped,
  }
}

/** How many events an import has seen, those among them that cannot be read. */
export function rowsOf(tried: Import): number {
  const { created, updated, unchanged, skipped } = eventCounts(tried)
  return created + updated + unchanged + skipped
}
