import { setTimeout } from 'node:timers/promises'
import { type Ask, isKnown, root, type Site } from './fill.ask.ts'

/** How long a mail may take to come, in milliseconds. */
const patience_ms = 30_000

/**
 * Adds what releases from 1.1.0 on know: letters that are switched on, a list of them with one that is written, and people who get it, a digest and
 * word of an event, one of whom has not confirmed yet. Nothing where the release knows none of it.
 */
export async function addLetters(ask: Ask, site: Site): Promise<void> {
  if (!(await isKnown(ask, `${root}/letter-lists`))) return
  await ask(`${root}/settings`, {
    json: { letters: 'on', letters_imprint: 'City Culture Office, 1 Harbour Street' },
  })
  const list = await ask(`${root}/letter-lists`, { json: { name: 'City letter' } })
  await ask(`${root}/letters`, { json: { list: list.id, subject: 'Twelve nights' } })
  const { id } = await ask(`${root}/events/by-slug/story-hour`, { method: 'GET' })
  for (const [email, wanted] of [
    ['gull@example.org', { kind: 'list', list: String(list.id) }],
    ['gull@example.org', { kind: 'event', event: id, remind: 1440, changes: true }],
    ['tern@example.org', { kind: 'digest', filter: 'categories=kind-0', frequency: 'weekly', weekday: 4 }],
  ] as const) {
    await ask(`${root}/subscriptions`, { json: { email, ...wanted } })
    await confirm(site, email)
  }
  await ask(`${root}/subscriptions`, {
    json: { email: 'rail@example.org', kind: 'list', list: String(list.id) },
  })
}

/** Does what the owner of an address does with the mail that asks for it. */
async function confirm({ origin, site, mails }: Site, email: string): Promise<void> {
  const answer = await fetch(`${origin}${await linkTo(email, mails)}`, {
    method: 'POST',
    headers: { origin: site, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'do=confirm',
  })
  if (!answer.ok) throw new Error(`${email}: ${answer.status} ${await answer.text()}`)
}

/** The path of the link in the last mail of this kind, as soon as it has come; others may come meanwhile. */
async function linkTo(email: string, mails: readonly string[]): Promise<string> {
  const before = mails.length
  for (let waited_ms = 0; waited_ms < patience_ms; waited_ms += 100) {
    // Lines of quoted-printable (RFC 2045 6.7) go on after “=”.
    const texts = mails
      .slice(before)
      .filter((mail) => mail.includes(email))
      .map((mail) => mail.replaceAll('=\r\n', ''))
    const path = texts
      .map((text) => /\/mail\/confirm\/[\w.~-]+/.exec(text)?.[0])
      .find((found) => found !== undefined)
    if (path !== undefined) return path
    await setTimeout(100)
  }
  throw new Error(`No mail has come to ${email}.`)
}
