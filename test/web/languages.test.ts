import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    SITE_LOCALE: 'de-AT',
    SITE_LINKS: 'Tourism=https://city.example/visit',
    FOOTER_LINKS: 'Imprint=https://city.example/imprint; Privacy=https://city.example/privacy',
  })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
  const venue = { venue: 'Hall', geo_lat: 48, geo_lng: 16 }
  for (let at = 0; at < 25; at += 1)
    await app.create('events', {
      title: `Concert ${at}`,
      ...when,
      categories: ['Music'],
      tags: ['Late'],
      venue,
    })
})
afterAll(() => app.close())

const english = { accept: 'text/html', 'accept-language': 'en-GB' }
const read = async (path: string) => (await visit(app, path, english)).text
const languages = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt', 'ja', 'ar']

test('the language of the address goes before that of the browser; one that pages do not have is left aside', async () => {
  expect(await read('/list')).toContain('<html lang="en-GB" dir="ltr"')
  // With the formats of the site, which has the same language.
  expect(await read('/list?lang=de')).toContain('<html lang="de-AT" dir="ltr"')
  expect(await read('/list?lang=ar')).toContain('<html lang="ar" dir="rtl"')
  for (const wrong of ['tlh', 'DE', '', '"><script>'])
    expect(await read(`/list?lang=${encodeURIComponent(wrong)}`)).toContain('<html lang="en-GB"')
})

test.each([
  '/?lang=fr',
  '/list?search=concert&lang=fr',
  '/month/2031-03?lang=fr',
  '/week/2031-03-11?lang=fr',
  '/day/2031-03-11?lang=fr',
  '/map?lang=fr',
  '/event/concert-1/?lang=fr',
  '/venue/hall/?lang=fr',
  '/events/category/music/?lang=fr',
])(
  'every link and form of %s to another page keeps the language, and no other address has one',
  async (path) => {
    const text = await read(path)
    const body = text.slice(text.indexOf('<body'))
    const links = [...body.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    )
    const [pages, others] = [true, false].map((isPage) =>
      links.filter(
        (href) =>
          /^http:\/\/localhost\/(?:$|\?|#|(?:list|map|month|week|day|event|venue|organizer|events|tag|widget|signin)\b)/.test(
            href,
          ) === isPage,
      ),
    )
    expect(pages?.length).toBeGreaterThan(8)
    for (const href of pages ?? []) expect(href).toMatch(/[?&]lang=[a-z]{2}(?:#|$)/)
    for (const href of others ?? []) expect(href).not.toContain('lang=')
    for (const [form] of body.matchAll(/<form[^]*?<\/form>/g))
      expect(form).toContain('name="lang" value="fr"')
    // The menu alone leads to the others.
    const elsewhere = pages?.filter((href) => !href.includes('lang=fr')) ?? []
    expect(elsewhere).toHaveLength(languages.length - 1)
  },
)

test('a page tells where it is in each language, and is canonical in its own', async () => {
  const text = await read('/event/concert-1/?lang=de')
  const url = 'http://localhost/event/concert-1/'
  expect(text).toContain(`<link rel="canonical" href="${url}?lang=de" />`)
  const found = [...text.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
    ([, language, href]) => [language, href],
  )
  expect(found).toEqual([
    ['x-default', url],
    ...languages.map((language) => [language, `${url}?lang=${language}`]),
  ])
  expect(await read('/event/concert-1/')).toContain(`<link rel="canonical" href="${url}" />`)
  // One of many views of the same events is in no index, in no language.
  expect(await read('/list?search=concert')).not.toContain('rel="alternate" hreflang=')
})

test('the operator’s own links stand in header and footer', async () => {
  const text = await read('/')
  const [header = '', footer = ''] = [
    /<header[^]*?<\/header>/.exec(text)?.[0],
    /<footer[^]*?<\/footer>/.exec(text)?.[0],
  ]
  expect(header).toContain('href="https://city.example/visit"')
  expect(footer).toMatch(/href="https:\/\/city\.example\/imprint"[^]*href="https:\/\/city\.example\/privacy"/)
  expect(header).not.toContain('imprint')
})
