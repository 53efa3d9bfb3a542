import { type ComponentChildren, Fragment } from 'preact'
import type { EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { t } from '../texts.ts'
import { isCompact } from './compact.ts'
import { groupsOf } from './groups.ts'
import { addressOf, type Shown } from './query.ts'
import { Row } from './row.tsx'

/** The events of a page as a table; on phones cards. */
export function Table(props: {
  readonly shown: Shown
  readonly events: readonly EventRecord[]
  readonly picked: ReadonlySet<number>
  readonly onPick: (ids: ReadonlySet<number>) => void
  readonly onMenu: (event: EventRecord) => void
  /** Called when a place is to be set, from the button that opens what asks for it. */
  readonly onPlace: (event: EventRecord) => void
}) {
  const { shown, events, picked, onPick, onMenu, onPlace } = props
  const isAll = events.every(({ id }) => picked.has(id))
  const pick = (id: number, isPicked: boolean) =>
    onPick(new Set(isPicked ? [...picked, id] : [...picked].filter((other) => other !== id)))
  return (
    <table class={isCompact.value ? 'list cards compact' : 'list cards'} role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" class="pick-cell" role="columnheader">
            <label class="pick">
              <input
                type="checkbox"
                checked={isAll}
                indeterminate={!isAll && picked.size > 0}
                aria-label={t('selectAll')}
                onChange={({ currentTarget }) =>
                  onPick(new Set(currentTarget.checked ? events.map(({ id }) => id) : []))
                }
              />
            </label>
          </th>
          <Sorted shown={shown} by="when" class="c-time">
            {t('when')}
          </Sorted>
          <Sorted shown={shown} by="title">
            {t('event')}
          </Sorted>
          <th scope="col" class="c-place" role="columnheader">
            {t('place')}
          </th>
          <th scope="col" class="c-cat" role="columnheader">
            {t('category')}
          </th>
          <th scope="col" class="c-state" role="columnheader">
            {t('state')}
          </th>
          <th scope="col" role="columnheader">
            <span class="hidden">{t('more')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {groupsOf(shown, events).map(({ heading, isToday, events: of }) => (
          <Fragment key={`${heading} ${of[0]?.id}`}>
            {heading !== '' && (
              <tr class="group" role="row">
                <th scope="rowgroup" colSpan={7} role="rowheader">
                  {heading}
                </th>
              </tr>
            )}
            {of.map((event) => (
              <Row
                key={event.id}
                event={event}
                isToday={isToday}
                isPicked={picked.has(event.id)}
                onPick={(isPicked) => pick(event.id, isPicked)}
                onMenu={onMenu}
                onPlace={onPlace}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** The heading of a column that the list can be put in order by: once upwards, then downwards. */
function Sorted(props: {
  readonly shown: Shown
  readonly by: 'when' | 'title'
  readonly class?: string
  readonly children: ComponentChildren
}) {
  const { shown, by, children } = props
  const usual = shown.tab === 'past' ? '-when' : shown.tab === 'trash' ? undefined : 'when'
  const now = shown.order ?? usual
  const isBy = now === by || now === `-${by}`
  const isDown = now === `-${by}`
  const next = now === by ? (`-${by}` as const) : by
  return (
    <th
      scope="col"
      class={props.class}
      role="columnheader"
      aria-sort={isBy ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <a href={to('events', addressOf({ ...shown, order: next === usual ? undefined : next, page: 1 }))}>
        {children}
        {isBy && <span aria-hidden="true"> {isDown ? '\u2193' : '\u2191'}</span>}
      </a>
    </th>
  )
}
