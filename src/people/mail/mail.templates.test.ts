import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { languages } from '../../pure/text/language.ts'
import { mailSiteOf } from './mail.site.ts'
import {
  invitationMail,
  type MailReader,
  newMethodMail,
  passwordChangedMail,
  resetMail,
} from './mail.templates.ts'
import { mailCatalogues } from './mail.texts.ts'

const site = mailSiteOf(
  readConfig({
    SITE_URL: 'https://calendar.example.org',
    SITE_NAME: 'Town <b>& Country</b>',
    SITE_TIMEZONE: 'Europe/Berlin',
    SITE_LOCALE: 'de-AT',
  }),
)
const at = Temporal.Instant.from('2031-07-01T10:30:00Z').epochMilliseconds / 1000
const link = { url: 'https://calendar.example.org/invitation?token=a-b_c&x=1', until: at }
const reader = (locale = ''): MailReader => ({
  email: 'mina@example.org',
  locale,
})
const forgotUrl = 'https://calendar.example.org/forgot'

/** Every mail there is, to this reader. */
const all = (to: MailReader) => [
  invitationMail(site, to, link),
  resetMail(site, to, link),
  passwordChangedMail(site, to, { at, forgotUrl }),
  newMethodMail(site, to, { at, method: 'passkey', forgotUrl }),
  newMethodMail(site, to, { at, method: 'provider', called: 'login.example.org', forgotUrl }),
  newMethodMail(site, to, { at, method: 'recoveryCodes', forgotUrl }),
]

test.each(languages)('all mails are written in %s, with nothing left to fill in', (language) => {
  const mails = all(reader(language))
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  for (const { to, subject, text, html } of mails) {
    expect(to).toBe('mina@example.org')
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined/)
    expect(html).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${language}[^"]*" dir="${direction}">`))
    // Some programs keep only what is in the body.
    expect(html).toMatch(new RegExp(`<div lang="${language}[^"]*" dir="${direction}"`))
    expect(html).not.toContain('<b>')
    expect(html).not.toMatch(/<style|<img|<link|class=/)
    expect(text).toContain('Town <b>& Country</b>')
    expect(text).not.toContain('&amp;')
  }
  expect(mails.map(({ kind }) => kind)).toEqual([
    'invitation',
    'reset',
    'password',
    'method',
    'method',
    'method',
  ])
})

test('an address stands on a line of its own in the text, and is whole in the HTML', () => {
  for (const mail of all(reader('en')).slice(0, 2)) {
    expect(mail.text.split('\n')).toContain(link.url)
    expect(mail.html).toContain(`href="${link.url.replace('&', '&amp;')}"`)
    expect(mail.until).toBe(at)
  }
})

test('a reader without a language has that of the site, and moments are in its zone, which is named', () => {
  const { subject, text } = invitationMail(site, reader(''), link)
  expect(subject).toBe('Ihr Konto bei Town <b>& Country</b>')
  expect(text).toContain('1. Juli 2031')
  expect(text).toMatch(/12:30 (MESZ|GMT\+2)/)
})

test('both parts say the same', () => {
  const unmarked = (html: string) =>
    html
      .slice(html.indexOf('<body'))
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll(/&quot;|&#34;/g, '"')
      .replaceAll('&amp;', '&')
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const { text, html } of all(reader('fr'))) {
    const shown = new Set(words(unmarked(html)))
    expect(words(text).filter((word) => !shown.has(word))).toEqual([])
  }
})

test('texts of all languages are filled in with the same words', () => {
  const holes = (text: string) => new Set(text.match(/\{\w+\}/g))
  for (const language of languages)
    for (const [name, text] of Object.entries(mailCatalogues.en))
      expect(
        holes(mailCatalogues[language][name as keyof typeof mailCatalogues.en]),
        `${language} ${name}`,
      ).toEqual(holes(text))
})
