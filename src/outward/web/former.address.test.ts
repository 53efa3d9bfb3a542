import { expect, test } from 'vitest'
import { formerAddress, usualBases } from './former.address.ts'

const german = {
  ...usualBases,
  events: ['veranstaltungen'],
  event: ['veranstaltung'],
  category: ['kategorie'],
}

function read(address: string, bases = usualBases) {
  const { pathname, searchParams } = new URL(address, 'http://old.example')
  const asked = formerAddress(pathname, searchParams, bases)
  if (!asked) return undefined
  const { subject, as, view, date, isPast, isFeatured, search, page, others } = asked
  return {
    ...subject,
    ...(as === 'page' ? {} : { as }),
    ...(view && { view }),
    ...(date && { date }),
    ...(isPast && { isPast }),
    ...(isFeatured && { isFeatured }),
    ...(search && { search }),
    ...(page > 1 && { page }),
    ...(others.length > 0 && { others }),
  }
}

const calendar = { of: 'calendar' }
const jazz = { of: 'category', slugs: ['music', 'jazz'] }

test.each([
  ['/events/', calendar],
  ['/events/list/page/2/', { ...calendar, view: 'list', page: 2 }],
  ['/events/list/?tribe_paged=3', { ...calendar, view: 'list', page: 3 }],
  ['/events/list/?eventDisplay=past', { ...calendar, view: 'list', isPast: true }],
  ['/events/month/2031-05/', { ...calendar, view: 'month', date: '2031-05' }],
  ['/events/2031-05/', { ...calendar, view: 'month', date: '2031-05' }],
  ['/events/2031-05-06/', { ...calendar, view: 'day', date: '2031-05-06' }],
  ['/events/week/2031-05-06/', { ...calendar, view: 'week', date: '2031-05-06' }],
  ['/events/month/?tribe-bar-date=2031-05-01', { ...calendar, view: 'month', date: '2031-05-01' }],
  [
    '/events/?tribe-bar-search=free+jazz&utm_source=mail',
    { ...calendar, search: 'free jazz', others: [['utm_source', 'mail']] },
  ],
  ['/events/featured/', { ...calendar, isFeatured: true }],
  ['/events/?featured=true', { ...calendar, isFeatured: true }],
  ['/events/ical/', { ...calendar, as: 'calendar' }],
  ['/events/feed/', { ...calendar, as: 'feed' }],
  ['/events/category/music/jazz/', jazz],
  ['/events/category/music/jazz/month/2031-05/', { ...jazz, view: 'month', date: '2031-05' }],
  ['/events/category/music/jazz/list/page/2/', { ...jazz, view: 'list', page: 2 }],
  ['/events/category/list/', { of: 'category', slugs: ['list'] }],
  ['/events/category/month/list/', { of: 'category', slugs: ['month'], view: 'list' }],
  ['/events/category/music/jazz/ical/', { ...jazz, as: 'calendar' }],
  ['/events/category/music/jazz/feed/', { ...jazz, as: 'feed' }],
  ['/events/?tribe_events_cat=music', { of: 'category', slugs: ['music'] }],
  ['/events/tag/open-air/', { of: 'tag', slugs: ['open-air'] }],
  ['/events/tag/open-air/month/', { of: 'tag', slugs: ['open-air'], view: 'month' }],
  ['/tag/list/', { of: 'tag', slugs: ['list'] }],
  ['/tag/open-air/feed/', { of: 'tag', slugs: ['open-air'], as: 'feed' }],
  ['/event/spring/2031-05-06/2/', { of: 'event', slug: 'spring', view: 'day', date: '2031-05-06' }],
  ['/event/spring/ical/', { of: 'event', slug: 'spring', as: 'calendar' }],
  ['/event/spring/embed/', { of: 'event', slug: 'spring', as: 'frame' }],
  ['/event/month/', { of: 'event', slug: 'month' }],
  ['/venue/town-hall/ical/', { of: 'venue', slug: 'town-hall', as: 'calendar' }],
  ['/?p=4', { of: 'id', id: 4 }],
  ['/?attachment_id=4', { of: 'id', id: 4 }],
  ['/?tribe_events=spring', { of: 'event', slug: 'spring' }],
  ['/?tribe_organizer=ann', { of: 'organizer', slug: 'ann' }],
  ['/?tribe_events_cat=music', { of: 'category', slugs: ['music'] }],
  ['/?s=jazz', { ...calendar, search: 'jazz' }],
  ['/?post_type=tribe_events&eventDisplay=month', { ...calendar, view: 'month' }],
  ['/?feed=rss2&post_type=tribe_events', { ...calendar, as: 'feed' }],
  ['/feed/?post_type=tribe_events', { ...calendar, as: 'feed' }],
  ['/month/', { ...calendar, view: 'month' }],
])('%s asks for %j', (address, asked) => {
  expect(read(address)).toEqual(asked)
})

test.each([
  ['/veranstaltungen/monat/2031-05/', { ...calendar, view: 'month', date: '2031-05' }],
  ['/veranstaltungen/kategorie/musik/seite/2/', { of: 'category', slugs: ['musik'], page: 2 }],
  ['/veranstaltungen/tag/2031-05-06/', { ...calendar, view: 'day', date: '2031-05-06' }],
  ['/veranstaltung/fest/?ical=1', { of: 'event', slug: 'fest', as: 'calendar' }],
])('%s asks, in German, for %j', (address, asked) => {
  expect(read(address, german)).toEqual(asked)
})

test.each([
  '/',
  '/about/',
  '/events/nothing/',
  '/events/category/',
  '/?post_type=page',
  '/2031-05/',
  '/wp-admin/',
  '/event/',
])('%s is no address of The Events Calendar', (address) => {
  expect(read(address)).toBeUndefined()
})
