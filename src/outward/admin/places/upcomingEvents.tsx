import { dayText, timeText } from '../dates.ts'
import { stateText } from '../common/stateText.ts'
import type { Act } from '../history/asks.ts'
import { fieldsText, whoText } from '../history/log.tsx'
import { t as tHistory } from '../history/texts.ts'
import { dayOf } from '../moments.ts'
import { to } from '../route.ts'
import { numberText, plain, t as tFrame } from '../texts.ts'
import { type Coming, type Kind, kinds } from './kinds.ts'
import { t } from '../common/texts.ts'

/** The next events at the place, or of the organizer. */
export function Events(props: { readonly kind: Kind; readonly id: number; readonly coming: Coming }) {
  const { kind, id, coming } = props
  const { events, total } = coming
  return (
    <section class="section" aria-labelledby="p-events">
      <div class="section-head">
        <h2 id="p-events">
          {t('comingUp')}
          <span class="count">{numberText(total)}</span>
        </h2>
        {total > 0 && <a href={to('events', { [kinds[kind].name]: id })}>{t('seeAll')}</a>}
      </div>
      {total === 0 && <p class="dim">{t('nothingComing')}</p>}
      <ul class="items two">
        {events.map((event) => (
          <li key={event.id}>
            <div>
              <p class="what">
                <a href={to(`events/${event.id}`)} dir="auto">
                  {plain(event.title) || tFrame('untitled')}
                </a>
              </p>
              <p class="says">{whenText(event)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function whenText({ start_date, all_day, status }: Coming['events'][number]): string {
  const when = [dayText(start_date), all_day ? '' : timeText(start_date)].filter(Boolean).join(', ')
  return status === 'publish' || status === 'trash' ? when : `${when} · ${stateText(status)}`
}

/** What was done to it last, and by whom. */
export function Past(props: {
  readonly kind: Kind
  readonly id: number
  readonly name: string
  readonly acts: readonly Act[]
}) {
  const { kind, id, name, acts } = props
  return (
    <section class="section" aria-labelledby="p-history">
      <div class="section-head">
        <h2 id="p-history">{tFrame('history')}</h2>
        <a href={to(`history/${kind}/${id}`)}>{t('seeAll')}</a>
      </div>
      <ul class="items two">
        {acts.map((act) => (
          <li key={act.revision}>
            <div>
              <p class="says" dir="auto">
                <b>{whoText(act.by)}</b> · {deedText(act, name)}
              </p>
              <p class="says">{dayOf(act.at)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The fields that were changed; of anything else what it was. */
function deedText({ action, records }: Act, title: string): string {
  const fields = Object.keys(records[0]?.changes ?? {})
  return action === 'updated' && fields.length > 0 ? fieldsText(fields) : tHistory(action, { title })
}
