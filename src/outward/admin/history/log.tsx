import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import { Refusal } from '../api.ts'
import { foretoldOfImport, goBack, type WayBack } from '../common/goBack.ts'
import { timeText } from '../dates.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { dayHeading, wallAt } from '../moments.ts'
import { Face } from '../parts.tsx'
import { to } from '../route.ts'
import { me } from '../session.ts'
import { settle } from '../settle.ts'
import { plain, tn as tnFrame } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import {
  type Act,
  type By,
  foretellBack,
  type Kind,
  pathsOf,
  takeBack,
  takeBackImport,
  type Touched,
} from './asks.ts'
import { DifferenceList } from './differences.tsx'
import { t, tn } from './texts.ts'
import { nameOf } from '../fieldNames.ts'

/** What was done, day by day, the newest first; `onChanged`: something was taken back. */
export function Log(props: {
  readonly acts: readonly Act[]
  /** Whether an import as a whole stands above: its records are taken back one by one. */
  readonly isOfImport?: boolean
  readonly onChanged: () => void
}) {
  const { acts, isOfImport = false, onChanged } = props
  const days = [...Map.groupBy(acts, ({ at }) => dayHeading(at))]
  return (
    <>
      {days.map(([day, some]) => (
        <section key={day} class="section" aria-label={day}>
          <div class="section-head">
            <h2>{day}</h2>
          </div>
          <ol class="log">
            {some.map((act) => (
              <Line
                key={`${act.revision} ${act.records[0]?.kind} ${act.records[0]?.id}`}
                act={act}
                isOfImport={isOfImport}
                onChanged={onChanged}
              />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

/** Who did it, as the reader knows them. */
export function whoText(by: By): string {
  if (by.id === 0) return by.via === 'command' ? t('byCommand') : t('itself')
  if (by.id === me.value?.id) return t('you')
  return by.name === '' ? t('someone') : by.name
}

/** Where a record is edited; a series by none of its own. */
function placeOfRecord({ kind, id }: { readonly kind: Kind; readonly id: number }): string {
  if (kind === 'category' || kind === 'tag') return to(pathsOf[kind], { id })
  return kind === 'series' ? to(`history/series/${id}`) : to(`${pathsOf[kind]}/${id}`)
}

/** How many records an act has dealt with, of one kind or of all. */
function countOf(counts: Act['counts'], only?: Kind): number {
  return counts
    .filter(({ kind }) => only === undefined || kind === only)
    .reduce((sum, { records }) => sum + records, 0)
}

/** Whether an act was of a series: its events are its dates. */
function isOfSeries({ undo }: Act): boolean {
  return undo?.kind === 'series'
}

function titleOf({ title, kind, id }: Touched): string {
  return title === null
    ? `${t(kindNames[kind])} ${id} (${t('gone')})`
    : plain(title) || `${t(kindNames[kind])} ${id}`
}

/** What the kinds are called. */
export const kindNames = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  series: 'series',
} as const satisfies Record<Kind, string>

function Line(props: { readonly act: Act; readonly isOfImport: boolean; readonly onChanged: () => void }) {
  const { act, isOfImport, onChanged } = props
  const { by, records, counts, names = {} } = act
  const [first] = records
  const count = countOf(counts)
  const isImport = by.via === 'import' && by.import !== undefined && !isOfImport
  const changed = records.find(({ changes }) => changes && Object.keys(changes).length > 0)
  const title = first ? titleOf(first) : ''
  const said = isImport ? t('imported', { id: by.import ?? 0 }) : t(first?.action ?? act.action, { title })
  const way = useTakingBack({ act, said, isImport, onChanged })
  return (
    <li>
      <time dateTime={act.at}>{timeText(wallAt(act.at))}</time>
      <Face of={by.name} isNobody={by.id === 0 || by.name === ''} />
      <div class="said">
        <p>
          <b dir="auto">{whoText(by)}</b>
          {(by.via === 'password' || by.via === 'token') && <span class="dim"> {t('byProgram')}</span>}
          {' · '}
          {isImport ? (
            <a href={to('history', { import: by.import })}>{said}</a>
          ) : first && first.title !== null ? (
            <a href={placeOfRecord(first)} dir="auto">
              {said}
            </a>
          ) : (
            <span dir="auto">{said}</span>
          )}
          {countText(act, isImport)}
        </p>
        {changed?.changes && <DifferenceList changes={changed.changes} names={names} />}
        {records.length > 1 && <Records records={records} count={count} />}
        {way.conflict}
      </div>
      {way.button && <div class="end">{way.button}</div>}
    </li>
  )
}

/** How much it was done to: dates, events, or records that an import brought. */
function countText(act: Act, isImport: boolean): string {
  const events = countOf(act.counts, 'event')
  const dates = isOfSeries(act) && events > 0 ? ` · ${tn('dates', events)}` : ''
  if (isImport) return `${dates} · ${tn('records', countOf(act.counts))}`
  return dates || (events > 1 && !isOfSeries(act) ? ` · ${tnFrame('events_', events)}` : '')
}

function Records({ records, count }: { readonly records: readonly Touched[]; readonly count: number }) {
  return (
    <details class="more">
      <summary>
        {t('theRecords')} <Icon name="down" />
      </summary>
      <ul>
        {records.map((record) => (
          <li key={`${record.kind} ${record.id}`} dir="auto">
            {record.title === null ? (
              t(record.action, { title: titleOf(record) })
            ) : (
              <a href={to(`history/${pathsOf[record.kind]}/${record.id}`)}>
                {t(record.action, { title: titleOf(record) })}
              </a>
            )}
          </li>
        ))}
      </ul>
      {count > records.length && <p class="dim">{tn('andMore', count - records.length)}</p>}
    </details>
  )
}

/** What people call the fields, in a list. */
export function fieldsText(fields: readonly string[]): string {
  return fields.map(nameOf).join(', ')
}

/** The way back from what an import did. */
function importBack(id: number, done: (said: string) => void): WayBack {
  return {
    go: async () => {
      const { kept } = (await takeBackImport(id)).body
      done(kept.length === 0 ? t('undone') : tn('undoneKept', kept.length))
    },
    tells: () => foretoldOfImport(id),
  }
}

/** The way back from what was done to a record, or some of its fields. */
function wayBack(
  whole: NonNullable<Act['undo']>,
  fields: readonly string[] | undefined,
  done: (said: string) => void,
): WayBack {
  return {
    go: async () => {
      await takeBack(whole, fields)
      done(t('undone'))
    },
    tells: () => foretellBack(whole, fields),
  }
}

/** What takes an act back, and what is asked where not all of it can go. */
function useTakingBack(props: {
  readonly act: Act
  readonly said: string
  readonly isImport: boolean
  readonly onChanged: () => void
}): { readonly button?: ComponentChild; readonly conflict?: ComponentChild } {
  const { act, said, isImport, onChanged } = props
  const conflicts = useSignal<readonly string[]>([])
  const isBusy = useSignal(false)
  const whole = act.undo
  if (!isImport && !whole) return {}
  const failed = (error: unknown) => {
    isBusy.value = false
    const named = error instanceof Refusal ? error.named : []
    if (named.length > 0) conflicts.value = named
    else sayFault(faultText(error))
  }
  const done = (text: string) => {
    isBusy.value = false
    say(text)
    onChanged()
  }
  const undo = (fields?: readonly string[]) => {
    const way = isImport ? importBack(act.by.import ?? 0, done) : whole && wayBack(whole, fields, done)
    if (!way) return
    isBusy.value = true
    void settle(goBack(way), () => (isBusy.value = false), failed)
  }
  const fields = Object.keys(act.records[0]?.changes ?? {})
  const rest = whole?.kind === 'series' ? [] : fields.filter((field) => !conflicts.value.includes(field))
  return {
    button: (
      <button
        type="button"
        class="quiet"
        disabled={isBusy.value}
        aria-label={isImport ? `${t('undoImport')}: ${said}` : t('undoOf', { what: said })}
        onClick={() => undo()}
      >
        <Icon name="undo" />
        {isImport ? t('undoImport') : t('undo')}
      </button>
    ),
    conflict: conflicts.value.length > 0 && (
      <div class="notice warn" role="alert">
        <Icon name="warning" />
        <div>
          <p>{t('conflict', { fields: fieldsText(conflicts.value) })}</p>
          {whole?.kind === 'series' && <p>{t('laterFirst')}</p>}
          <p class="acts">
            {rest.length > 0 && (
              <button type="button" class="plain" onClick={() => undo(rest)}>
                {t('undoRest', { fields: fieldsText(rest) })}
              </button>
            )}
            <button
              type="button"
              class="quiet"
              onClick={() => {
                conflicts.value = []
              }}
            >
              {t('leave')}
            </button>
          </p>
        </div>
      </div>
    ),
  }
}
