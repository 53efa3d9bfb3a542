import { ask, askWp } from '../api.ts'
import { dayText, timeText, wallNow } from '../dates.ts'
import type { Option } from '../event/combo.tsx'
import { untrashed } from '../events/query.ts'
import { locale } from '../place.ts'
import { account, places } from '../places.ts'
import type { EventRecord, Organizer, Venue } from '../records.ts'
import { to } from '../route.ts'
import { mayManageUsers } from '../session.ts'
import { plain, t as tFrame } from '../texts.ts'
import { t } from './texts.ts'

/** How many of each kind are suggested. */
const most = 4

/** What may be meant by what was typed; the key of each is its address. Throws what {@link ask} throws. */
export async function suggestionsFor(typed: string): Promise<readonly Option[]> {
  if (typed === '') return []
  const now = wallNow()
  const [next, past, venues, organizers, people] = await Promise.all([
    eventsWith(typed, { ends_after: now, collapse: 'series', orderby: 'relevance' }),
    eventsWith(typed, { ends_before: now, order: 'desc' }),
    placedWith<{ venues: readonly Venue[] }>('venues', typed),
    placedWith<{ organizers: readonly Organizer[] }>('organizers', typed),
    peopleWith(typed),
  ])
  return [
    ...screensNamed(typed),
    ...[...next, ...past].slice(0, most).map((event) => ({
      key: to(`events/${event.id}`),
      name: plain(event.title) || tFrame('untitled'),
      says: `${t('event')} · ${dayText(event.start_date)}${event.all_day ? '' : `, ${timeText(event.start_date)}`}`,
    })),
    ...venues.venues.map(({ id, venue, city = '' }) => ({
      key: to(`venues/${id}`),
      name: plain(venue),
      says: [t('place'), city].filter((one) => one !== '').join(' · '),
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
    { key: to('events', { search: typed }), name: t('all', { text: typed }), says: '' },
  ]
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
    query: { search, status: untrashed, strict_dates: true, per_page: most, ...query },
  })
  return body.events
}

async function placedWith<Body>(kind: 'venues' | 'organizers', search: string): Promise<Body> {
  const { body } = await ask<Body>(kind, { query: { search, per_page: most } })
  return body
}

/** The people with what was typed in their names, for who manages them. */
async function peopleWith(search: string): Promise<readonly { readonly name: string }[]> {
  if (!mayManageUsers()) return []
  const query = { search, per_page: most, context: 'edit', _fields: 'name' }
  return (await askWp<readonly { readonly name: string }[]>('users', { query })).body
}
