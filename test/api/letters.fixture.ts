import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '../support/app.ts'

/** The moment that letters begin with: a Monday. */
export const monday = Temporal.Instant.from('2031-03-03T08:00:00Z')

/** The settings with which letters are offered, but for where mails go. */
export const lettersEnvironment = {
  LETTERS: 'on',
  LETTERS_HOURLY: '100000',
  SITE_URL: 'https://calendar.example.org',
  SITE_NAME: 'City',
  MAIL_FROM: 'calendar@example.org',
}

/** A calendar that tells its visitors by mail, into a folder. */
export async function openLetters(more: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const app = await createTestApp({
    ...lettersEnvironment,
    MAIL_FOLDER: await mkdtemp(join(tmpdir(), 'letters-')),
    ...more,
  })
  app.setNow(monday)
  return app
}

/** Takes away all that is stored of letters. */
export async function clearLetters({ db }: TestApp): Promise<void> {
  await db.write(async (tx) => {
    for (const table of [
      'subscription_requests',
      'subscribers',
      'digests',
      'watched_events',
      'letter_issues',
      'letters',
      'letter_lists',
      'blocked_addresses',
      'mail_outbox',
    ] as const)
      await tx.deleteFrom(table).execute()
  })
}

/** The path of a link in a mail. */
function linkIn(text: string, kind = 'confirm'): string {
  return new RegExp(`https://calendar\\.example\\.org(/mail/${kind}/[^\\s?]+)`).exec(text)?.[1] ?? ''
}

/** What is done with letters, as visitors do it. */
export function lettersIn(app: TestApp) {
  let now = monday
  const pass = (length: Temporal.DurationLike) => {
    now = now.add(length)
    app.setNow(now)
  }
  const ask = (json: object) => app.ask({ method: 'POST', path: 'subscriptions', json })
  /** The mails that wait, which are then gone. */
  const mails = async () => {
    pass({ seconds: 3 })
    await app.app.tendLetters()
    const rows = await app.db.read
      .selectFrom('mail_outbox')
      .select(['recipient', 'subject', 'body_text', 'body_html'])
      .orderBy('id')
      .execute()
    await app.db.write((tx) => tx.deleteFrom('mail_outbox').execute())
    return rows
  }
  const open = (path: string) => app.ask({ path, absolute: true })
  const press = (path: string, form: Readonly<Record<string, string>>) =>
    app.ask({ method: 'POST', path, absolute: true, form })
  /** Has an address get something, as its owner does; answers what was asked. */
  const subscribe = async ({ language = 'en', ...json }: { language?: string } & Record<string, unknown>) => {
    const asked = await ask(json)
    const [mail] = await mails()
    const link = linkIn(mail?.body_text ?? '')
    return { asked, link, answer: await press(`${link}?lang=${language}`, { do: 'confirm' }) }
  }
  /** The page of the settings of an address. */
  const settings = async (email: string): Promise<string> => {
    await press('/mail/link', { email })
    const [mail] = await mails()
    return linkIn(mail?.body_text ?? '', 'settings')
  }
  return { pass, now: () => now, ask, mails, linkIn, open, press, subscribe, settings }
}

/** All texts that are stored of people: who has left is in none of them. */
export async function peopleStored(app: TestApp): Promise<string> {
  const { read } = app.db
  const tables = [
    'subscribers',
    'subscription_requests',
    'subscriptions',
    'letter_sends',
    'mail_outbox',
  ] as const
  return JSON.stringify(
    await Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute())),
  )
}
