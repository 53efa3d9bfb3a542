import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { languages } from '../../src/pure/text/language.ts'
import { catalogues } from '../../src/pure/locale/messages.ts'
import { decodeEntities } from '../../src/pure/text/html.ts'
import { origin, visit } from './town.ts'

let silent: TestApp
let app: TestApp
beforeAll(async () => {
  silent = await createTestApp()
  app = await createTestApp({
    SITE_NAME: 'Town & Hall',
    SITE_LOCALE: 'de-AT',
    SITE_TIMEZONE: 'Europe/Vienna',
    SECURITY_CONTACT: 'security@town.example, https://town.example/holes',
    ACCESSIBILITY_CONTACT: 'https://town.example/access',
  })
  app.setNow(Temporal.Instant.from('2031-03-11T12:00:00Z'))
})
afterAll(async () => {
  await silent.close()
  await app.close()
})

/** Changes settings while the service runs. */
function set(json: object, at = app) {
  return at.ask({ as: 'administrator', method: 'POST', path: 'settings', json })
}

describe('/.well-known/security.txt', () => {
  const path = '/.well-known/security.txt'

  test('is not there where nobody is named', async () => {
    expect((await visit(silent, path)).status).toBe(404)
  })

  test('names whom to tell, until when that holds, in which languages, and where it stands', async () => {
    const { status, headers, text } = await visit(app, path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(headers['etag']).toBeTruthy()
    expect(text.split('\n').slice(0, 5)).toEqual([
      'Contact: mailto:security@town.example',
      'Contact: https://town.example/holes',
      'Expires: 2031-09-01T00:00:00Z',
      'Preferred-Languages: de, en',
      `Canonical: ${origin}${path}`,
    ])
    expect(text).toContain('SECURITY.md')
    const again = await visit(app, path, { 'if-none-match': String(headers['etag']) })
    expect(again.status).toBe(304)
  })

  test('is as short-lived as the months: on the last evening of one, by the clock of the site, the next has begun', async () => {
    app.setNow(Temporal.Instant.from('2031-03-31T22:30:00Z'))
    expect((await visit(app, path)).text).toContain('Expires: 2031-10-01T00:00:00Z')
    app.setNow(Temporal.Instant.from('2031-03-11T12:00:00Z'))
  })

  test('follows the setting while the service runs, in the form in which it was typed', async () => {
    const { status, body } = await set({ security_contact: 'a@town.example, mailto:b@town.example' }, silent)
    expect([status, body.security_contact]).toEqual([200, 'a@town.example, b@town.example'])
    expect((await visit(silent, path)).text).toContain('Contact: mailto:b@town.example\n')
    expect((await set({ security_contact: '' }, silent)).status).toBe(200)
    expect((await visit(silent, path)).status).toBe(404)
  })

  test.each([
    'nobody',
    'http://town.example/holes',
    'https://a:b@town.example',
    'a@town.example;b@town.example',
    'a@b.example\nContact: x@y.example',
  ])('does not take %j for somebody to write to', async (security_contact) => {
    const { status, body } = await set({ security_contact }, silent)
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(body.data.params.security_contact).toMatch(/must be empty, or up to 5 e-mail addresses/)
  })
})

describe('/accessibility', () => {
  const path = '/accessibility'
  const link = `href="${origin}${path}"`

  test('is not there, and no page leads to it, where nobody can be told of barriers', async () => {
    expect((await visit(silent, path)).status).toBe(404)
    expect((await visit(silent, '/')).text).not.toContain(path)
    expect((await visit(silent, '/sitemaps/pages.xml')).text).not.toContain(path)
  })

  test('is in the footer of each page and in the sitemap where somebody can', async () => {
    for (const page of ['/', '/list', '/docs', '/nothing-here', path])
      expect((await visit(app, page)).text, page).toContain(link)
    expect((await visit(app, '/sitemaps/pages.xml')).text).toContain(`<loc>${origin}${path}</loc>`)
  })

  test.each(languages)(
    'has the five parts of the model in %s, and what the operator says in the language of the site',
    async (language) => {
      const { status, text } = await visit(app, `${path}?lang=${language}`)
      expect(status).toBe(200)
      const messages = catalogues[language]
      expect(headings(text, 'h1')).toEqual([messages.accessibilityTitle])
      expect(headings(text, 'h2')).toEqual([
        messages.complianceTitle,
        messages.inaccessibleTitle,
        messages.preparationTitle,
        messages.feedbackTitle,
        messages.enforcementTitle,
      ])
      expect(decodeEntities(text)).toContain(messages.compliancePartial)
      expect(text).toContain(`>Town &amp; Hall</bdi>`)
      expect(text).toContain('href="https://town.example/access"')
    },
  )

  test('says what the settings say, in paragraphs, and nothing of it is markup', async () => {
    const changed = await set({
      accessibility_status: 'none',
      accessibility_exceptions: 'The <b>plan</b> is a picture.\n\nSeats have\nno numbers.',
      accessibility_enforcement: 'https://body.example/',
    })
    expect(changed.status).toBe(200)
    const { text } = await visit(app, `${path}?lang=en`)
    expect(text).toMatch(
      /<p class="lines" dir="auto" lang="de-AT">The &lt;b&gt;plan&lt;\/b&gt; is a picture\.<\/p>/,
    )
    expect(text).toContain('>Seats have\nno numbers.</p>')
    expect(text).toContain(catalogues.en.complianceNone)
    expect(text).toContain('href="https://body.example/"')
    expect((await set({ accessibility_exceptions: 'x'.repeat(2001) })).status).toBe(400)
    expect((await set({ accessibility_status: 'perhaps' })).status).toBe(400)
  })
})

function headings(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, says = '']) =>
    decodeEntities(says),
  )
}
