import { ask, askWp } from '../api.ts'
import { dayText, timeText, wallNow } from '../dates.ts'
import type { Option } from '../combo.finding.ts'
import { untrashed } from '../common/statuses.ts'
import { locale } from '../place.ts'
import { account, places } from '../places.ts'
import type { EventRecord, Organizer, Venue } from '../records.ts'
import { to } from '../route.ts'
import { mayManageUsers } from '../session.ts'
import { line, plain, t as tFrame } from '../texts.ts'
import { monthIn, type TypedMonth } from './months.ts'
import { t } from './texts.ts'

/** How many of each kind are suggested. */
const most = 4

/** What may be meant by what was typed; the key of each is its address. Throws what {@link ask} throws. */
export async function suggestionsFor(typed: string): Promise<readonly Option[]> {
  if (typed === '') return []
  const now = wallNow()
  const month = monthIn(typed, { today: now.slice(0, 10), locale, before: t('before') })
  const [within, next, past, venues, organizers, people] = await Promise.all([
    month ? eventsWith(month.rest, daysOf(month)) : [],
    eventsWith(typed, { ends_after: now, collapse: 'series', orderby: 'relevance' }),
    eventsWith(typed, { ends_before: now, order: 'desc' }),
    placedWith<{ venues: readonly Venue[] }>('venues', typed),
    placedWith<{ organizers: readonly Organizer[] }>('organizers', typed),
    peopleWith(typed),
  ])
  return [
    ...screensNamed(typed),
    ...onceEach([...within, ...next, ...past])
      .slice(0, most)
      .map((event) => ({
        key: to(`events/${event.id}`),
        name: plain(event.title) || tFrame('untitled'),
        says: `${t('event')} · ${dayText(event.start_date)}${event.all_day ? '' : `, ${timeText(event.start_date)}`}`,
      })),
    ...venues.venues.map(({ id, venue, city = '' }) => ({
      key: to(`venues/${id}`),
      name: plain(venue),
      says: line(t('place'), city),
    })),
    ...organizers.organizers.map(({ id, organizer }) => ({
      key: to(`organizers/${id}`),
      name: plain(organizer),
      says: t('organizer'),
    })),
    ...people.map(({ name }) => ({
      key: to('users', { search: plain(name) }),
      name: plain(name),
      says: t('person'),
    })),
    ...(month ? [allIn(month)] : []),
    { key: to('events', { search: typed }), name: t('all', { text: typed }), says: '' },
  ]
}

/** What touches a month, once for each series. */
function daysOf({ first, last }: TypedMonth): Readonly<Record<string, string>> {
  return { ends_after: `${first} 00:00:00`, starts_before: `${last} 23:59:59`, collapse: 'series' }
}

/** All of a month, in the list that has what is over too. */
function allIn({ rest, name, first, last }: TypedMonth): Option {
  const isOver = last < wallNow().slice(0, 10)
  return {
    key: to('events', { tab: isOver ? 'past' : undefined, search: rest, first, last }),
    name: rest === '' ? t('allOf', { month: name }) : t('allIn', { text: rest, month: name }),
    says: '',
  }
}

function onceEach(events: readonly EventRecord[]): readonly EventRecord[] {
  return [...new Map(events.map((event) => [event.id, event])).values()]
}

/** The screens of the rail with what was typed in their names. */
function screensNamed(typed: string): readonly Option[] {
  const part = lower(typed)
  return [...places.flat(), account]
    .filter(({ may }) => may?.() ?? true)
    .map(({ name, path, query }) => ({ key: to(path, query), name: tFrame(name), says: t('screen') }))
    .filter(({ name }) => lower(name).includes(part))
}

function lower(text: string): string {
  return text.toLocaleLowerCase(locale)
}

async function eventsWith(
  search: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly EventRecord[]> {
  const { body } = await ask<{ events: readonly EventRecord[] }>('events', {
    query: { q: search, status: untrashed, strict_dates: true, per_page: most, ...query },
  })
  return body.events
}

async function placedWith<Body>(kind: 'venues' | 'organizers', search: string): Promise<Body> {
  const { body } = await ask<Body>(kind, { query: { search, per_page: most, orderby: 'relevance' } })
  return body
}

/** The people with what was typed in their names, for who manages them. */
async function peopleWith(search: string): Promise<readonly { readonly name: string }[]> {
  if (!mayManageUsers()) return []
  const query = { search, per_page: most, context: 'edit', _fields: 'name' }
  return (await askWp<readonly { readonly name: string }[]>('users', { query })).body
}
