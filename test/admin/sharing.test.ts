import { describe, expect, test } from 'vitest'
import {
  type Chosen,
  chosenIn,
  comingQuery,
  isBackwards,
  queryText,
  serviceQuery,
  widgetFilters,
} from '../../src/outward/admin/share/selection.ts'
import { codeAsSvg } from '../../src/outward/admin/share/code.file.ts'
import {
  frameSnippet,
  type Look,
  widgetAttributes,
  widgetSnippet,
} from '../../src/outward/admin/share/snippets.ts'
import { siteOf } from '../../src/http/site.ts'
import * as web from '../../src/outward/web/embed.snippets.ts'
import { readDrawnCode } from '../support/codes.ts'

const home = 'https://calendar.example/what'
const site = siteOf({ siteUrl: home, restRoot: '/rest' }, 'vendor/events/v1', home)

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

describe('the code for other pages is the one that the public maker makes', () => {
  test.each<[string, Look, Chosen]>([
    ['as it comes', { view: 'list' }, {}],
    [
      'with a look',
      { view: 'month', theme: 'light', limit: '5', accent: '#7a3b12', background: '#fffdf8' },
      {},
    ],
    ['with a way by mail', { view: 'list', height: '480', mail: 'true' }, { categories: 'music' }],
    ['with a height', { view: 'list', limit: '5', height: '480', accent: '#7a3b12' }, {}],
    [
      'with filters',
      { view: 'cards' },
      {
        categories: 'music,family',
        venue: '12,31',
        organizer: '40',
        featured: 'true',
        free: 'true',
        search: '"Jazz" & <more>',
      },
    ],
    ['days are not a matter of the widget', { view: 'next' }, { when: 'next_30_days', search: 'jazz' }],
  ])('%s', (_name, look, chosen) => {
    const attributes = widgetAttributes(home, look, widgetFilters(chosen))
    const { src: _src, ...asked } = attributes
    const embedded = web.readEmbedded(new URLSearchParams(asked))
    expect(widgetSnippet(home, attributes)).toBe(web.widgetSnippet(site, embedded))
    expect(frameSnippet(home, 'What’s “on” & off', attributes)).toBe(
      web.frameSnippet(web.frameUrl(site, embedded), 'What’s “on” & off', {
        ...web.frameSize,
        ...(look.height === undefined ? {} : { height: Number(look.height) }),
      }),
    )
  })
})

describe('what is chosen', () => {
  test('is read from the address, and nothing else of it', () => {
    const query = new URLSearchParams('categories=music&venue=&free=true&page=3&from=2031-03-11')
    expect(chosenIn(query)).toEqual({ categories: 'music', free: 'true', from: '2031-03-11' })
  })

  test('stands in addresses of pages as people read them', () => {
    expect(queryText({ venue: '12,31', search: 'a&b' })).toBe('?venue=12,31&search=a%26b')
    expect(queryText({})).toBe('')
  })

  test.each<[Chosen, Record<string, string>]>([
    [{ categories: 'music' }, { categories: 'music' }],
    [{ when: 'next_30_days' }, { ends_after: 'today', starts_before: '30 days', strict_dates: 'true' }],
    [
      { from: '2031-03-11', until: '2031-03-31' },
      { ends_after: '2031-03-11 00:00:00', starts_before: '2031-04-01 00:00:00', strict_dates: 'true' },
    ],
    [{ from: '2031-03-11' }, { ends_after: '2031-03-11 00:00:00', strict_dates: 'true' }],
    [
      { until: '2031-12-31' },
      { ends_after: 'today', starts_before: '2032-01-01 00:00:00', strict_dates: 'true' },
    ],
  ])('is asked of the service: %j', (chosen, query) => {
    expect(serviceQuery(chosen, dayAfter)).toEqual(query)
  })

  test('begins today at the latest where what is coming is shown', () => {
    expect(comingQuery({ categories: 'music' }, dayAfter)).toEqual({
      categories: 'music',
      start_date: 'today',
    })
    const chosen = { from: '2031-03-11' }
    expect(comingQuery(chosen, dayAfter)).toEqual(serviceQuery(chosen, dayAfter))
  })

  test('is backwards only where both days are named, and the last is before the first', () => {
    expect(isBackwards({ from: '2031-03-11', until: '2031-03-10' })).toBe(true)
    expect(isBackwards({ from: '2031-03-11', until: '2031-03-11' })).toBe(false)
    expect(isBackwards({ until: '2031-03-10' })).toBe(false)
  })
})

describe('the code of what is shared is read by a camera as the address that it is of', () => {
  const page = 'https://calendar.example/list'
  test.each([
    ['a short one', page],
    ['a feed', 'https://calendar.example/wp-json/vendor/events/v1/events.ics'],
    ['letters of Japan, as addresses have them', `${page}${queryText({ search: '日本語' })}`],
    ['letters that are not ASCII', `${page}?search=Käse&categories=música,موسيقى`],
    [
      'a long one',
      `${page}${queryText({
        categories: Array.from({ length: 40 }, (_, at) => `straßenfest-${at}`).join(','),
        venue: '12,31',
        search: 'Größer & älter: Чайка “Jazz”',
        from: '2031-03-11',
      })}`,
    ],
  ])('%s', async (_name, address) => {
    expect(await readDrawnCode(codeAsSvg(address))).toBe(address)
  })

  test('what is of something else says something else', async () => {
    expect(await readDrawnCode(codeAsSvg(`${page}?search=a`))).not.toBe(`${page}?search=b`)
  })
})
