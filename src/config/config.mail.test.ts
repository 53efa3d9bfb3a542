import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isMailSet } from '../people/mail/mail.site.ts'
import { type BadSettings, type Environment, readConfig, settingsTable } from './config.ts'

const others = { MAIL_FROM: 'calendar@example.org', SITE_URL: 'https://calendar.example.org' }
const server = (SMTP_URL: string) => readConfig({ SMTP_URL, ...others }).smtpUrl

test.each<[string, ReturnType<typeof server>]>([
  [
    'smtp://mail.example.org',
    { host: 'mail.example.org', port: 587, isEncrypted: false, starttls: 'optional' },
  ],
  [
    'smtps://mail.example.org',
    { host: 'mail.example.org', port: 465, isEncrypted: true, starttls: 'optional' },
  ],
  // What listens there is encrypted from the first byte, however the address is written.
  [
    'smtp://mail.example.org:465',
    { host: 'mail.example.org', port: 465, isEncrypted: true, starttls: 'optional' },
  ],
  ['SMTP://localhost:25/', { host: 'localhost', port: 25, isEncrypted: false, starttls: 'never' }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, isEncrypted: false, starttls: 'never' }],
  [
    'smtp://calendar%40example.org:p%2Fw%3A%23%25@mail.example.org?ca=authority.pem',
    {
      host: 'mail.example.org',
      port: 587,
      isEncrypted: false,
      starttls: 'required',
      login: { user: 'calendar@example.org', password: 'p/w:#%' },
      ca: resolve('authority.pem'),
    },
  ],
])('SMTP_URL %s is understood', (text, expected) => {
  expect(server(text)).toEqual(expected)
})

test('a login is only sent unencrypted where that is asked for, or to this machine', () => {
  const starttls = (text: string) => server(text)?.starttls
  expect(starttls('smtp://u:p@mail.example.org')).toBe('required')
  expect(starttls('smtp://u:p@127.evil.example')).toBe('required')
  expect(starttls('smtp://u:p@mail.example.org?starttls=optional')).toBe('optional')
  expect(starttls('smtp://u:p@mail.example.org?starttls=never')).toBe('never')
  expect(starttls('smtp://u:p@127.0.0.1:2525')).toBe('never')
})

test.each([
  'mail.example.org',
  'http://mail.example.org',
  'smtp://',
  'smtp://mail.example.org:70000',
  'smtp://mail.example.org/inbox',
  'smtp://mail.example.org?tls=no',
  'smtp://mail.example.org?starttls=maybe',
  'smtp://user@mail.example.org',
  'smtp://:secret@mail.example.org',
  'smtp://user:sec%ret@mail.example.org',
])('SMTP_URL %s is refused, without the password in it', (text) => {
  const faults = faultsOf({ ...others, SMTP_URL: text })
  expect(faults).toEqual([expect.stringMatching(/^SMTP_URL must be empty, or an address such as smtps:/)])
  expect(faults.join()).not.toMatch(/sec.?ret@/)
})

test('no listing of settings shows the password of the server', () => {
  const row = settingsTable({ SMTP_URL: 'smtps://calendar:secret@mail.example.org', ...others }).find(
    ({ name }) => name === 'SMTP_URL',
  )
  expect(row?.value).toBe('smtps://calendar:…@mail.example.org')
})

test.each([
  ['calendar@example.org', { name: '', address: 'calendar@example.org' }],
  ['<calendar@example.org>', { name: '', address: 'calendar@example.org' }],
  ['Stadt Köln, Kalender <k@köln.example>', { name: 'Stadt Köln, Kalender', address: 'k@köln.example' }],
  ['"City <3 Calendar" <calendar@example.org>', undefined],
  ['"City, Calendar" <calendar@example.org>', { name: 'City, Calendar', address: 'calendar@example.org' }],
  ['calendar', undefined],
  ['a@example.org, b@example.org', undefined],
  ['City <calendar@example.org> and more', undefined],
  ['City\r\nBcc: b@example.org <calendar@example.org>', undefined],
])('MAIL_FROM %j', (text, expected) => {
  const read = () => readConfig({ MAIL_FROM: text }).mailFrom
  if (expected) expect(read()).toEqual(expected)
  else expect(read).toThrow(/MAIL_FROM must be empty, or an e-mail address/)
})

test('mails that are sent take a sender and the address of the site', () => {
  const SMTP_URL = 'smtp://localhost'
  expect(faultsOf({ SMTP_URL })).toEqual([
    'MAIL_FROM must be set where SMTP_URL is: mails need a sender.',
    'SITE_URL must be set where SMTP_URL is: the links in mails begin with it.',
  ])
  const written = readConfig({ MAIL_FOLDER: 'mails' })
  expect(written.mailFolder).toBe(resolve('mails'))
  expect([written, readConfig({ SMTP_URL, ...others }), readConfig({})].map(isMailSet)).toEqual([
    true,
    true,
    false,
  ])
})

function faultsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as BadSettings).problems
  }
}
