import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { languages } from '../../pure/text/language.ts'
import { mailSiteOf } from './mail.site.ts'
import * as submissions from './mail.submissions.ts'
import * as templates from './mail.templates.ts'
import type { Mail } from './mail.write.ts'

const site = mailSiteOf(readConfig({ SITE_URL: 'https://calendar.example.org', SITE_NAME: 'City' }))
const at = 1_940_000_000
const link = { url: 'https://calendar.example.org/x', until: at }
const { url } = link
const forgotUrl = url

/** What somebody may have typed: nobody says how a mail begins or where it leads but the calendar. */
const typed = 'TYPED https://evil.example/ <b>'
const reader = (locale: string) => ({
  email: 'victim@example.org',
  locale,
  // All that is known of an account, and of whoever proposes something.
  login: typed,
  name: typed,
  title: typed,
  slug: typed,
})
type Reader = ReturnType<typeof reader>

/** Each mail, and whether its address is known to be that of its reader: who has a link has read it there; who decides has an account. */
const table: Readonly<Record<string, { readonly to: 'anybody' | 'known'; make: (to: Reader) => Mail[] }>> = {
  invitationMail: { to: 'anybody', make: (to) => [templates.invitationMail(site, to, link)] },
  resetMail: { to: 'anybody', make: (to) => [templates.resetMail(site, to, link)] },
  confirmAddressMail: { to: 'anybody', make: (to) => [templates.confirmAddressMail(site, to, link)] },
  testMail: { to: 'anybody', make: ({ email }) => [templates.testMail(site, email)] },
  confirmMail: { to: 'anybody', make: (to) => [submissions.confirmMail(site, to, link)] },
  // Accounts may have addresses that nobody has confirmed: of administrators, and of providers.
  passwordChangedMail: {
    to: 'anybody',
    make: (to) => [templates.passwordChangedMail(site, to, { at, forgotUrl })],
  },
  addressChangedMail: { to: 'anybody', make: (to) => [templates.addressChangedMail(site, to, { at })] },
  newMethodMail: {
    to: 'anybody',
    make: (to) => [
      templates.newMethodMail(site, to, { at, method: 'passkey', called: typed, forgotUrl }),
      templates.newMethodMail(site, to, { at, method: 'recoveryCodes', called: typed, forgotUrl }),
      // That of the provider is a setting.
      templates.newMethodMail(site, to, { at, method: 'provider', called: 'City login', forgotUrl }),
    ],
  },
  refusedPersonMail: {
    to: 'known',
    make: (to) => [templates.refusedPersonMail(site, to, { login: typed, called: 'X', peopleUrl: url })],
  },
  askedMail: { to: 'known', make: (to) => [submissions.askedMail(site, to, { url, message: typed })] },
  acceptedMail: {
    to: 'known',
    make: (to) =>
      (['new', 'change', 'report'] as const).map((as) =>
        submissions.acceptedMail(site, to, { as, url, message: typed }),
      ),
  },
  rejectedMail: {
    to: 'known',
    make: (to) => [submissions.rejectedMail(site, to, { reason: 'duplicate', url, message: typed })],
  },
  digestMail: {
    to: 'known',
    make: (to) => [submissions.digestMail(site, to, { titles: [typed], count: 1, url })],
  },
}

test('each mail is in the table of whom it may go to', () => {
  const mails = Object.keys({ ...templates, ...submissions }).filter((name) => name.endsWith('Mail'))
  expect(Object.keys(table).toSorted()).toEqual(mails.toSorted())
})

test.each(languages)(
  'no words that somebody has typed go to an address that may be another’s (%s)',
  (language) => {
    for (const [name, { to, make }] of Object.entries(table))
      for (const { kind, subject, text, html } of make(reader(language))) {
        const said = [kind, subject, text, html].join('\n')
        expect(/TYPED|evil|&lt;b&gt;/.test(said), name).toBe(to === 'known')
        expect(said, name).not.toMatch(/\{\w+\}|undefined/)
      }
  },
)

test('a language of somebody’s own making leaves no words of theirs', () => {
  for (const locale of ['en-buynow12-evilsite', 'de-x-evil-example', 'fr-u-co-evilsite', 'evil'])
    for (const { make } of Object.values(table).filter(({ to }) => to === 'anybody'))
      for (const mail of make({ ...reader(locale) })) expect(JSON.stringify(mail)).not.toMatch(/evil|buynow/)
})
