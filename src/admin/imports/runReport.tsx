import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { numberText } from '../texts.ts'
import type { Counts, FieldChange, Import } from './asks.ts'
import { t, tn } from './texts.ts'
import { fieldText } from './words.ts'

/** How many changes and faults are listed at first. */
const mostListed = 50

/** Fields that say together when an event is: they are taken together. */
const times: ReadonlySet<string> = new Set(['start_wall', 'end_wall', 'all_day', 'timezone'])

/** The changes with one more that is not taken, or one less. */
function switched(
  { report: { differences = [] } }: Import,
  left: readonly FieldChange[],
  change: FieldChange,
): readonly FieldChange[] {
  const goesWith = ({ kind, key, field }: FieldChange) =>
    kind === change.kind &&
    key === change.key &&
    (field === change.field || (times.has(field) && times.has(change.field)))
  return left.includes(change)
    ? left.filter((one) => !goesWith(one))
    : [...left, ...differences.filter(goesWith)]
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

/** What an import would do: how much, which fields change from what to what, and what cannot be read. */
export function Happening(props: {
  readonly tried: Import
  /** The changes that are not taken. */
  readonly left: readonly FieldChange[]
  readonly onLeave: (left: readonly FieldChange[]) => void
}) {
  const { tried, left, onLeave } = props
  const isWhole = useSignal(false)
  const counts = eventCounts(tried, left)
  const { skipped, differences = [] } = tried.report
  const listed = isWhole.value ? differences : differences.slice(0, mostListed)
  return (
    <>
      <div class="tally">
        {(
          [
            [counts.created, 'tallyNew'],
            [counts.updated, 'tallyChanged'],
            [counts.unchanged, 'tallySame'],
            [counts.skipped, 'tallyLeft'],
          ] as const
        ).map(([count, name]) => (
          <div key={name}>
            <b>{numberText(count)}</b>
            {t(name)}
          </div>
        ))}
      </div>
      {differences.length > 0 && (
        <table class="diff">
          <thead>
            <tr>
              <th scope="col">{t('event')}</th>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('fromTo')}</th>
              <th scope="col">{t('takeIt')}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((change) => {
              const { kind, id, key, title, at, field, from, to: becomes } = change
              const isTaken = !left.includes(change)
              return (
                <tr key={`${kind} ${key} ${field}`} class={isTaken ? undefined : 'left-out'}>
                  <th scope="row">
                    {kind === 'event' ? (
                      <a href={to(`events/${id}`)} dir="auto">
                        {title}
                      </a>
                    ) : (
                      <bdi>{title}</bdi>
                    )}
                    {at && <span class="hint at">{at}</span>}
                  </th>
                  <td data-is={t('field')}>{fieldText(field)}</td>
                  <td>
                    <span class="become">
                      {from !== '' && <del dir="auto">{from}</del>}
                      <Icon name="forward" />
                      {becomes !== '' && <ins dir="auto">{becomes}</ins>}
                    </span>
                  </td>
                  <td>
                    <label class="check">
                      <input
                        type="checkbox"
                        checked={isTaken}
                        aria-label={t('takeOf', { field: fieldText(field), title })}
                        onChange={() => onLeave(switched(tried, left, change))}
                      />
                      <span>{t('take')}</span>
                    </label>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {listed.length < differences.length && (
        <p class="acts">
          <button
            class="plain"
            type="button"
            onClick={() => {
              isWhole.value = true
            }}
          >
            {tn('showMore', differences.length - listed.length)}
          </button>
        </p>
      )}
      {skipped.length > 0 && (
        <div class="notice bad">
          <Icon name="warning" />
          <div>
            <p>
              <b>{tn('leftOut', skipped.length)}</b>
            </p>
            <ul>
              {skipped.slice(0, mostListed).map(({ key, at, title, says }) => (
                <li key={`${at ?? ''} ${key}`} dir="auto">
                  {[at, title].filter(Boolean).join(', ')}: {says}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  )
}
