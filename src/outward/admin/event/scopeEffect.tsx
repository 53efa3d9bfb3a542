import type { ComponentChildren } from 'preact'
import { dayText } from '../dates.ts'
import type { Scope } from '../common/deed.ts'
import { FromTo } from '../fromTo.tsx'
import type { EventRecord } from '../records.ts'
import { mostNamed, type Move } from '../series/dates.ts'
import type { Dated } from '../series/span.ts'
import { Figure, FirstMoves, StayingLines, Those } from '../series/staying.tsx'
import { t as ts, tn as tns } from '../series/texts.ts'
import { t, tn } from '../texts.ts'
import { fieldName, fieldText } from './fields.ts'
import { datesOf, type Form, isAllDay } from './form.ts'
import type { Applied } from './progress.ts'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** How many dates are touched. */
export function countOf({ changed, created, removed }: Applied): number {
  return changed.length + created.length + removed.length
}

/** The fields that were changed, and from what to what. */
export function Changed({ store: { changed, base, form } }: { readonly store: Store }) {
  return (
    <div class="dim">
      {ts('youChanged', { fields: '' }).trim()}
      <ul class="changed">
        {changed.value.map((field) => {
          const [from, to] = [base.value, form.value].map((one) => fieldText(field, one)) as [string, string]
          const isShort = from !== to && Math.max(from.length, to.length) <= mostShown
          return (
            <li key={field}>
              <b>{fieldName(field)}</b>{' '}
              {isShort && <FromTo from={from || te('nothingYet')} to={to || te('nothingYet')} />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Longer texts are named, not shown. */
const mostShown = 80

/** What the date that is edited was and becomes; undefined where it stays when it is, or another rule makes new dates. */
export function moveOf({ changed, base, form, record }: Store): Move | undefined {
  if (!record.value || !changed.value.includes('when') || changed.value.includes('repeat')) return undefined
  const [from, to] = [spanOf(base.value), spanOf(form.value)]
  return from && to && { from, to }
}

/** When it is by its fields; undefined as long as they do not say that. */
function spanOf(form: Form): Omit<Dated, 'id'> | undefined {
  const { startDay, startTime, endTime } = form.when
  if (startDay === '' || (!isAllDay(form.when) && (startTime === '' || endTime === ''))) return undefined
  const { start_date, end_date, all_day } = datesOf(form)
  return { start_date, end_date, all_day }
}

/** What a change does with the dates of a series, a line for each. */
export function Effect(props: {
  readonly of: Applied | string | undefined
  readonly scope: Scope
  readonly event: EventRecord
  readonly move: Move | undefined
  /** Offers to change what was changed by hand, below that. */
  readonly children?: ComponentChildren
}) {
  const { of, scope, event, move, children } = props
  if (of === undefined) return <p>{t('loading')}</p>
  if (typeof of === 'string')
    return (
      <p class="fault" dir="auto">
        {of}
      </p>
    )
  const { changed, created, removed, kept, held = [] } = of
  const free = changed.filter((id) => !held.includes(id))
  return (
    <ul>
      {changed.length > 0 && (
        <Figure count={changed.length} line={tn('effectChanged', changed.length)}>
          {scope === 'this' && move ? (
            <FirstMoves {...move} isAlone />
          ) : (
            <Those ids={move ? free.slice(0, 1) : free} move={move} />
          )}
        </Figure>
      )}
      {created.length > 0 && (
        <Figure count={created.length} line={tn('effectCreated', created.length)}>
          <span class="hint dates" dir="auto">
            {created.slice(0, mostNamed).map(dayText).join(' · ')}
            {created.length > mostNamed && ' …'}
          </span>
        </Figure>
      )}
      <Told ids={removed} line={tn('effectRemoved', removed.length)} />
      <Told ids={held} line={tns('heldStay', held.length)} />
      {children && (
        <li>
          <span />
          {children}
        </li>
      )}
      <Told ids={kept} line={tn('effectKept', kept.length)} />
      {countOf(of) === 0 && <li class="plain-line">{t('effectNone')}</li>}
      <StayingLines event={event} scope={scope} />
    </ul>
  )
}

function Told({ ids, line }: { readonly ids: readonly number[]; readonly line: string }) {
  if (ids.length === 0) return null
  return (
    <Figure count={ids.length} line={line}>
      <Those ids={ids} />
    </Figure>
  )
}
