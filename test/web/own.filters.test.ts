import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, visit, when } from './town.ts'

let app: TestApp
const declare = (field: object) =>
  app.ask({ method: 'POST', path: 'fields', as: 'administrator', json: { filter: true, ...field } })
const letters = [...'abcdefghijkl']
beforeAll(async () => {
  app = await createTown()
  const options = [
    { value: 'children', label: { en: 'Children', de: 'Kinder', ar: 'أطفال' } },
    { value: 'adults', label: { en: 'Adults <all>' } },
    { value: 'nobody', label: { en: 'Nobody' } },
  ]
  for (const field of [
    { name: 'audience', type: 'choices', label: { en: 'For whom', de: 'Für wen' }, options },
    { name: 'age', type: 'number', label: 'Age' },
    { name: 'until', type: 'date', label: 'Until when' },
    { name: 'signed', type: 'boolean', label: { en: 'Signed', de: 'Gebärdet' } },
    {
      name: 'shelf',
      type: 'choice',
      label: 'Shelf',
      options: letters.map((value) => ({ value, label: `Shelf ${value}` })),
    },
    { name: 'desk', type: 'choice', label: 'Desk of ours', options, public: false },
    { name: 'unused', type: 'choices', label: 'Never said', options },
    { name: 'plain', type: 'choice', label: 'No filter', options, filter: false },
  ])
    expect((await declare(field)).status, field.name).toBe(201)
  const event = (title: string, fields: object, more: object = {}) =>
    app.create('events', { title, ...when, fields, ...more })
  await event('Alpha', {
    audience: ['children', 'adults'],
    age: 6,
    signed: true,
    until: '2031-05-01',
    desk: 'adults',
  })
  await event('Beta', { audience: 'adults', age: 12, plain: 'children' })
  await event('Gamma', { audience: 'children' }, { password: 'sesame' })
  for (const shelf of letters) await event(`Book ${shelf}`, { shelf })
})
afterAll(() => app.close())

const page = async (path: string, language = 'en') => {
  const { status, text } = await visit(app, path, { accept: 'text/html', 'accept-language': language })
  expect(status, path).toBe(200)
  return text
}
/** The titles of the events of a list. */
const titles = (text: string) =>
  [...text.matchAll(/<h3><a [^>]*>([^<]*)<\/a><\/h3>/g)].map(([, title]) => title)
const query = (...pairs: readonly (readonly [string, string])[]) =>
  new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()

describe('pages are narrowed by the fields of their calendar', () => {
  test.each([
    [[['fields[audience]', 'children']], ['Alpha']],
    [
      [
        ['fields[audience]', 'children'],
        ['fields[audience]', 'adults'],
      ],
      ['Alpha', 'Beta'],
    ],
    [[['fields[audience]', 'Kinder']], ['Alpha']],
    [[['fields[audience]', 'adults,-children']], ['Beta']],
    // Who ticks a box means that, whatever the address said before.
    [
      [
        ['fields[audience]', '-*'],
        ['fields[audience]', 'children'],
      ],
      ['Alpha'],
    ],
    [
      [
        ['fields[age][from]', '7'],
        ['fields[age][until]', ''],
      ],
      ['Beta'],
    ],
    [
      [
        ['fields[age][from]', ''],
        ['fields[age][until]', '6'],
      ],
      ['Alpha'],
    ],
    [[['fields[age]', '6..12']], ['Alpha', 'Beta']],
    [[['fields[until][from]', '2031-04-01']], ['Alpha']],
    [
      [
        ['fields[signed]', '0'],
        ['fields[signed]', '1'],
      ],
      ['Alpha'],
    ],
    [
      [
        ['fields[audience]', 'adults'],
        ['fields[age]', '12..'],
      ],
      ['Beta'],
    ],
  ] as const)('by %j', async (pairs, found) => {
    const text = await page(`/list?${query(...pairs)}`)
    expect(titles(text)).toEqual(found)
    expect(text).not.toContain('class="misread"')
    // The feeds of the list have what it has.
    const [, feed = ''] = /href="([^"]*events\.json[^"]*)"/.exec(text) ?? []
    const { body } = await app.ask({ path: feed.replaceAll('&amp;', '&'), absolute: true })
    expect(body.items.map(({ title }: { title: string }) => title).toSorted()).toEqual(found)
  })

  test.each(['/month/2031-03', '/week/2031-03-10', '/day/2031-03-11', '/map'])(
    'in %s as well, and every view leads on with them',
    async (path) => {
      const text = await page(`${path}?${query(['fields[audience]', 'children'], ['fields[age]', '..6'])}`)
      expect(text).not.toContain('Beta')
      expect(text).toContain('For whom: Children')
      for (const view of ['/list', '/month/', '/week/', '/day/'])
        expect(text).toMatch(
          new RegExp(`href="[^"]*${view}[^"]*fields%5Baudience%5D=children&amp;fields%5Bage%5D=..6`),
        )
    },
  )

  test('with each filter in words, which can be taken away, in the language of the reader', async () => {
    const address = `/list?${query(
      ['fields[audience]', 'children,-adults'],
      ['fields[age][from]', '3'],
      ['fields[age][until]', '8'],
      ['fields[until]', '2031-05-01..'],
      ['fields[signed]', '1'],
      ['fields[shelf]', '-*'],
    )}`
    const inForce = (text: string) =>
      [...text.matchAll(/<a class="chip gone"[^>]*>\s*<bdi>([^<]*)</g)].map(([, one]) => one)
    expect(inForce(await page(address))).toEqual([
      'For whom: Children',
      'For whom: not Adults &lt;all&gt;',
      'Age: 3–8',
      'Until when: From 1 May',
      'Signed',
      'Shelf: not stated',
    ])
    expect(inForce(await page(address, 'de')).slice(0, 2)).toEqual([
      'Für wen: Kinder',
      'Für wen: nicht Adults &lt;all&gt;',
    ])
  })

  test('by nothing that is no filter of theirs: internal fields are as unknown as others, also to who edits', async () => {
    for (const name of ['desk', 'dask', 'plain', 'signed]x']) {
      const text = await page(`/list?${query([`fields[${name}]`, 'adults'])}`)
      expect(titles(text), name).toHaveLength(15)
    }
    const misread = await page(`/list?${query(['fields[desk]', 'adults'], ['fields[age]', 'six'])}`)
    expect(misread.match(/role="alert"/g)).toHaveLength(1)
    expect(misread).toContain('six')
    expect(misread).not.toContain('Desk of ours')
    const path = `/list?${query(['fields[desk]', 'adults'])}`
    const { text } = await app.ask({ path, absolute: true, as: 'editor', headers: { accept: 'text/html' } })
    expect(text).not.toContain('Desk of ours')
    expect(titles(text)).toHaveLength(15)
  })
})

describe('the form of filters', () => {
  const form = (text: string) =>
    /<form[^>]*id="filters"[^]*?<\/form>/.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? ''

  test('has a group for each field that events say something of, after those of places, with counts', async () => {
    const text = form(await page('/list'))
    const legends = [...text.matchAll(/<legend dir="auto">([^<]*)</g)].map(([, one]) => one)
    expect(legends).toEqual(['For whom', 'Age', 'Until when', 'Shelf'])
    expect(text.indexOf('For whom')).toBeGreaterThan(text.indexOf('More</legend>'))
    expect(text).toMatch(
      /name="fields\[audience\]" value="children" \/><bdi>Children<\/bdi> <i class="count">1</,
    )
    expect(text).toMatch(
      /name="fields\[audience\]" value="adults" \/><bdi>Adults &lt;all&gt;<\/bdi> <i class="count">2</,
    )
    expect(text).toMatch(/name="fields\[signed\]" value="1" \/><bdi>Signed<\/bdi> <i class="count">1</)
    for (const [name, edge] of [
      ['age\\]\\[from', 6],
      ['age\\]\\[until', 12],
    ])
      expect(text).toMatch(
        new RegExp(`type="number" name="fields\\[${name}\\]" value="" step="any" placeholder="${edge}"`),
      )
    expect(text).toMatch(/type="date" name="fields\[until\]\[from\]"/)
    // What nobody says is not offered, nor what is for editors or no filter.
    for (const none of ['Nobody', 'Never said', 'Desk of ours', 'No filter']) expect(text).not.toContain(none)
    // Of many options eight are in sight.
    expect(text).toMatch(/Shelf h<\/bdi>[^]*<summary>More \(4\)<\/summary>[^]*Shelf i<\/bdi>/)
  })

  test('keeps what is chosen, also what it has no field for', async () => {
    const text = form(
      await page(
        `/list?${query(['fields[audience]', 'adults,-children'], ['fields[age]', '*'], ['fields[signed]', '0'])}`,
      ),
    )
    expect(text).toMatch(/name="fields\[audience\]" value="adults" checked/)
    expect(text).toContain('<input type="hidden" name="fields[audience]" value="-children" />')
    expect(text).toContain('<input type="hidden" name="fields[age]" value="*" />')
    expect(text).toContain('<input type="hidden" name="fields[signed]" value="0" />')
    const shelves = form(await page(`/list?${query(['fields[shelf]', 'l'])}`))
    expect(shelves).toMatch(/<details class="rest" open>[^]*value="l" checked/)
    expect(text).not.toContain('<legend>Show only')
    const bounds = form(await page(`/list?${query(['fields[age]', '3..8'])}`))
    expect(bounds).toMatch(
      /name="fields\[age\]\[from\]" value="3"[^]*name="fields\[age\]\[until\]" value="8"/,
    )
  })
})

test('cards have the first two things that an event says of public choices, and none of what has a password', async () => {
  const text = (await page('/list', 'de')).replaceAll(/\s+/g, ' ')
  const card = (title: string) =>
    /<article[^]*?<\/article>/g[Symbol.match](text)?.find((one) => one.includes(title)) ?? ''
  const chips = (title: string) =>
    [...card(title).matchAll(/class="tag" dir="auto">([^<]*)</g)].map(([, one]) => one)
  expect(chips('Alpha')).toEqual(['Kinder', 'Adults &lt;all&gt;'])
  expect(chips('Beta')).toEqual(['Adults &lt;all&gt;'])
  expect(card('Gamma')).not.toContain('class="said"')
})

test('where no field is declared no page has a word more', async () => {
  const plain = await createTown()
  await plain.create('events', { title: 'Plain', ...when })
  const { text } = await visit(plain, '/list')
  for (const none of ['fields[', 'class="said"', 'bounds']) expect(text).not.toContain(none)
  await plain.close()
})
