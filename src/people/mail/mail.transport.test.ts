import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, onTestFinished, test } from 'vitest'
import { authority } from '../../../test/support/certificates.ts'
import { type MailServerOptions, refusal, startMailServer } from '../../../test/support/mailServer.ts'
import { readConfig } from '../../config/config.ts'
import { mailSiteOf } from './mail.site.ts'
import { invitationMail } from './mail.templates.ts'
import { type OutgoingMail, transportOf } from './mail.transport.ts'

const settings = (environment: Record<string, string>) =>
  readConfig({
    SITE_URL: 'https://calendar.example.org',
    SITE_NAME: 'Kalender „Köln“',
    MAIL_FROM: 'calendar@example.org',
    ...environment,
  })
const at = Temporal.Instant.from('2031-07-01T10:30:00Z').epochMilliseconds / 1000
const reader = { login: 'mina', name: 'Mina', email: 'mina@example.org', locale: 'ar' }
const link = { url: `https://calendar.example.org/invitation?token=${'x'.repeat(120)}&lang=ar`, until: at }
const written = invitationMail(mailSiteOf(settings({})), reader, link)
const outgoing: OutgoingMail = { ...written, key: 'abcDEF123', at }

/** Hands the mail over to what the settings name; answers what was said. */
function send(
  environment: Record<string, string>,
  mail = outgoing,
  waits?: { connecting: number; answering: number },
) {
  return transportOf(settings(environment), waits)?.(mail, AbortSignal.timeout(60_000))
}

/** The address of a server that behaves so, with the authority that has signed its certificate. */
async function serverOf(options: MailServerOptions, address = (port: number) => `smtp://localhost:${port}`) {
  const server = await startMailServer(options)
  return { ...server, url: address(server.port) }
}

function authorityFile(): string {
  const path = join(temporary(), 'authority.pem')
  writeFileSync(path, authority)
  return path
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A port that listens, and says nothing. */
async function silentPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a mail arrives as it was written, in both parts, from right to left, by nobody who could be answered', async () => {
  const { url, taken } = await serverOf({})
  expect(await send({ SMTP_URL: url })).toMatch(/^250 /)
  const [mail] = taken
  expect(mail?.envelope).toEqual({ from: 'calendar@example.org', to: ['mina@example.org'] })
  expect(mail?.from?.value).toEqual([{ name: 'Kalender „Köln“', address: 'calendar@example.org' }])
  expect(mail?.subject).toBe(written.subject)
  expect(mail?.text?.trimEnd()).toBe(written.text.trimEnd())
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
  expect(mail?.html).toContain(`href="${link.url.replace('&', '&amp;')}"`)
  expect(mail?.messageId).toBe('<abcDEF123@example.org>')
  expect(mail?.date).toEqual(new Date(at * 1000))
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.raw).not.toMatch(/nodemailer/i)
  // Of lines longer than this servers may cut off the rest (RFC 5322, 2.1.1).
  for (const line of (mail?.raw ?? '').split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(998)
})

test('nothing in a subject, a name or a text becomes a header or another recipient', async () => {
  const { url, taken } = await serverOf({})
  const hostile = 'A\r\nBcc: eve@example.org\r\n\r\n.\r\nMAIL FROM:<eve@example.org>'
  await send(
    { SMTP_URL: url, SITE_NAME: 'City "x" <eve@example.org>, b@example.org;' },
    {
      ...outgoing,
      subject: hostile,
      text: hostile,
    },
  )
  expect(taken).toHaveLength(1)
  const [mail] = taken
  expect(mail?.envelope).toEqual({ from: 'calendar@example.org', to: ['mina@example.org'] })
  expect(mail?.headers.get('bcc')).toBeUndefined()
  expect(mail?.from?.value.map(({ address }) => address)).toEqual(['calendar@example.org'])
  expect(mail?.text).toContain('MAIL FROM:<eve@example.org>')
})

const login = { user: 'calendar@example.org', password: 'p/w:#%@ ü' }
const withLogin = (port: number) =>
  `localhost:${port}?ca=${encodeURIComponent(authorityFile())}`.replace(
    /^/,
    `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`,
  )

test.each<[string, MailServerOptions['encryption'], (port: number) => string]>([
  ['STARTTLS', 'starttls', (port) => `smtp://${withLogin(port)}&starttls=required`],
  ['encryption from the first byte', 'from the first byte', (port) => `smtps://${withLogin(port)}`],
])('a login goes over %s, to a server whose certificate is trusted', async (_, encryption, address) => {
  const { url, taken } = await serverOf({ encryption: encryption ?? 'none', login }, address)
  await send({ SMTP_URL: url })
  expect(taken.map(({ isEncrypted, user }) => [isEncrypted, user])).toEqual([[true, login.user]])
})

/** What goes wrong: how the server is, its address, what is said, and whether trying again is of no use, and whether it concerns all mails. */
const failures: Record<
  string,
  {
    options?: MailServerOptions
    address: (port: number) => string
    says: RegExp
    isFinal?: boolean
    isOfAll?: boolean
  }
> = {
  'a port where nothing listens': {
    address: () => 'smtp://localhost:1',
    says: /localhost:1 refuses connections: is it running, and is that its port\?/,
    isOfAll: true,
  },
  'a host that is not known': {
    address: () => 'smtp://mail.invalid',
    says: /^The host mail\.invalid of the mail server is not known here\.$/,
    isOfAll: true,
  },
  'a certificate that is not trusted': {
    options: { encryption: 'from the first byte' },
    address: (port) => `smtps://localhost:${port}`,
    says: /^The certificate of the mail server localhost:\d+ is not trusted \(.+\)\. “\?ca=” of SMTP_URL names/,
    isOfAll: true,
  },
  'a certificate that is not trusted after STARTTLS': {
    options: { encryption: 'starttls' },
    address: (port) => `smtp://localhost:${port}?starttls=required`,
    says: /^The certificate of the mail server localhost:\d+ is not trusted/,
    isOfAll: true,
  },
  'a certificate for another name': {
    options: { encryption: 'from the first byte' },
    address: (port) => `smtps://127.0.0.1:${port}?ca=${encodeURIComponent(authorityFile())}`,
    says: /^The certificate of the mail server 127\.0\.0\.1:\d+ is not trusted \(.*altnames/,
    isOfAll: true,
  },
  'a file of certificates that is not there': {
    address: () => 'smtps://localhost:1?ca=/nowhere/own.pem',
    says: /^The certificate that SMTP_URL names cannot be read: ENOENT/,
    isOfAll: true,
  },
  'smtps:// where nothing is encrypted from the first byte': {
    address: (port) => `smtps://localhost:${port}`,
    says: /does not speak TLS from the first byte: write smtp:\/\/ instead of smtps:/,
    isOfAll: true,
  },
  'a password that would have to be sent unencrypted': {
    options: { login },
    address: (port) => `smtp://a:b@localhost:${port}?starttls=required`,
    says: /offers no encryption \(STARTTLS\), and a password must not be sent without/,
    isOfAll: true,
  },
  'a wrong password': {
    options: { login },
    address: (port) => `smtp://calendar:wrong@localhost:${port}`,
    says: /refuses the login “calendar” or its password: 535 Authentication credentials invalid/,
    isOfAll: true,
  },
  'a login where the server has none': {
    address: (port) => `smtp://calendar:secret@localhost:${port}`,
    says: /refuses the login “calendar” or its password: 5\d\d /,
    isOfAll: true,
  },
  'a sender that the server does not take': {
    options: { atSender: () => Promise.reject(refusal(553, 'not your address')) },
    address: (port) => `smtp://localhost:${port}`,
    says: /refuses the sender calendar@example\.org \(MAIL_FROM\): 553 not your address/,
    isOfAll: true,
  },
  'a recipient who is not there': {
    options: { atRecipient: (address) => Promise.reject(refusal(550, `<${address}> is not known`)) },
    address: (port) => `smtp://localhost:${port}`,
    says: /refuses the recipient: 550 <…> is not known/,
    isFinal: true,
  },
  'a recipient whose box is full': {
    options: { atRecipient: () => Promise.reject(refusal(452, 'later')) },
    address: (port) => `smtp://localhost:${port}`,
    says: /refuses the recipient: 452 later/,
  },
  'a message that the server does not take': {
    options: { atMessage: () => Promise.reject(refusal(554, 'looks like spam')) },
    address: (port) => `smtp://localhost:${port}`,
    says: /refuses the message: 554 looks like spam/,
    isFinal: true,
  },
  'a message that the server does not take now': {
    options: { atMessage: () => Promise.reject(refusal(451, 'greylisted')) },
    address: (port) => `smtp://localhost:${port}`,
    says: /refuses the message: 451 greylisted/,
  },
}

test.each(Object.entries(failures))('%s is told in a sentence without secrets', async (_, failure) => {
  const { options = {}, address, says, isFinal = false, isOfAll = false } = failure
  const { url, taken } = await serverOf(options, address)
  const fault = await send({ SMTP_URL: url })?.catch((error: unknown) => error)
  expect(fault).toMatchObject({
    name: 'DeliveryFault',
    message: expect.stringMatching(says),
    isFinal,
    isOfAll,
  })
  expect((fault as Error).message).not.toMatch(/wrong(?! version)|secret|mina@/)
  expect(taken).toEqual([])
})

test('a server that says nothing is not waited for, and the other kind of address is named', async () => {
  const port = await silentPort()
  const fault = (url: string) =>
    send({ SMTP_URL: url }, outgoing, { connecting: 1_000, answering: 60_000 })?.catch(String)
  expect(await fault(`smtp://localhost:${port}`)).toMatch(
    /says nothing: it may expect encryption from the first byte\. Then write smtps:/,
  )
  expect(await fault(`smtps://localhost:${port}`)).toMatch(/does not answer in time|says nothing/)
})

test('a server that hangs in the middle is left when the time is over', async () => {
  const hanging = await serverOf({ atRecipient: () => new Promise<void>(() => {}) })
  const ended = new AbortController()
  const sending = transportOf(settings({ SMTP_URL: hanging.url }))?.(outgoing, ended.signal)
  ended.abort()
  await expect(sending).rejects.toMatchObject({
    isFinal: false,
    message: expect.stringMatching(/does not answer in time/),
  })
})

test('a folder gets whole files that mail programs read, the same mail once', async () => {
  const folder = join(temporary(), 'a', 'b')
  await send({ MAIL_FOLDER: folder, SMTP_URL: 'smtp://localhost:1' })
  const path = await send({ MAIL_FOLDER: folder })
  const names = readdirSync(folder)
  expect(names).toEqual(['20310701T103000-invitation-abcDEF123.eml'])
  expect(path).toBe(join(folder, names[0] ?? ''))
  const mail = await simpleParser(readFileSync(path ?? ''))
  expect(mail).toMatchObject({ subject: written.subject, messageId: '<abcDEF123@example.org>' })
  expect(mail.to).toMatchObject({ text: 'mina@example.org' })
  expect(mail.text?.trimEnd()).toBe(written.text.trimEnd())
})

test('a folder that cannot be written to is told', async () => {
  const file = join(temporary(), 'file')
  writeFileSync(file, '')
  await expect(send({ MAIL_FOLDER: join(file, 'mails') })).rejects.toMatchObject({
    message: expect.stringMatching(/^Mails cannot be written to .* \(MAIL_FOLDER\): /),
    isOfAll: true,
  })
})

test('without settings nothing is sent', () => {
  expect(transportOf(settings({}))).toBeUndefined()
})
