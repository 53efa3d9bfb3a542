import { epochSeconds } from '../../pure/calendar/text.ts'
import { roles } from '../../storage/schema/tables.ts'
import { can } from '../../http/auth/rights.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import {
  acceptedMail,
  askedMail,
  confirmMail,
  digestMail,
  rejectedMail,
  type Submitter,
} from '../../people/mail/mail.submissions.ts'
import { queueMail } from '../../people/mail/mail.write.ts'
import { isEmail } from '../../pure/text/address.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { SubmissionsParts } from './submissions.parts.ts'
import type { SubmissionRow } from './submissions.query.ts'
import { tokenOf } from './submissions.token.ts'
import { unconfirmedFor_s } from './submissions.purge.write.ts'

/** Mails go where the address of the pages is known. */
type Parts = Pick<SubmissionsParts, 'site' | 'secret'>

function submitterOf(row: SubmissionRow): Submitter {
  const { email, name, locale, title } = row
  return { email, name, locale, title: plainLineOfHtml(title) }
}

/** The address of the page of a submission. */
function submissionUrl(
  home: string,
  secret: Buffer,
  row: Pick<SubmissionRow, 'id' | 'created_at' | 'locale'>,
): string {
  const language = row.locale === '' ? '' : `?lang=${row.locale}`
  return `${home}/submission/${tokenOf(secret, row)}${language}`
}

/** Has it confirmed by mail who sent something. */
export async function mailConfirmation(
  tx: Writer,
  { site, secret }: Parts,
  row: SubmissionRow,
): Promise<void> {
  const { home, mails, mailSite } = site()
  if (!mails || !isEmail(row.email)) return
  const link = { url: submissionUrl(home, secret, row), until: row.created_at + unconfirmedFor_s }
  await queueMail(tx, confirmMail(mailSite, submitterOf(row), link), row.created_at)
}

/** Tells who sent something what was asked, or has become of it; `eventUrl`: where it is now. Spam is told nothing. */
export async function mailDecision(
  tx: Writer,
  { site, secret }: Parts,
  row: SubmissionRow,
  { now, eventUrl }: { readonly now: EpochSeconds; readonly eventUrl?: string | undefined },
): Promise<void> {
  const { home, mails, mailSite } = site()
  if (!mails || !isEmail(row.email)) return
  const url = submissionUrl(home, secret, row)
  const { message, reason } = row
  const to = submitterOf(row)
  if (row.state === 'asked') await queueMail(tx, askedMail(mailSite, to, { url, message }), now)
  if (row.state === 'rejected') await queueMail(tx, rejectedMail(mailSite, to, { url, message, reason }), now)
  if (row.state === 'accepted')
    await queueMail(tx, acceptedMail(mailSite, to, { as: row.kind, url: eventUrl ?? url, message }), now)
}

/** Tells those whose proposals were accepted as drafts that these are in the calendar now; answers how many. */
export async function mailPublished(parts: SubmissionsParts): Promise<number> {
  const now = epochSeconds(parts.now())
  const { read } = parts.context.db
  const published = await read
    .selectFrom('submissions')
    .innerJoin('events', 'events.id', 'submissions.event_id')
    .select('submissions.id')
    .where('submissions.state', '=', 'accepted')
    .where('submissions.is_untold', '=', 1)
    .where('events.status', '=', 'publish')
    .execute()
  if (published.length === 0) return 0
  return parts.context.db.write(async (tx) => {
    const ids = published.map(({ id }) => id)
    const rows = await tx
      .updateTable('submissions')
      .set({ is_untold: 0 })
      .where('id', 'in', ids)
      .where('is_untold', '=', 1)
      .returningAll()
      .execute()
    for (const row of rows) await mailDecision(tx, parts, row, { now })
    return rows.length
  }, 'aside')
}

/** Where it is remembered when editors were told last. */
const lastDigest = 'submissions_digest'

/** Editors are told once a day at most, in seconds. */
const digestEvery_s = 86_400

/** How many titles a digest names. */
const mostNamed = 20

/** Tells editors what waits, once a day at most, if anything has come since they were told; answers how many were told. */
export async function mailDigest({ context, site, now: clock }: SubmissionsParts): Promise<number> {
  const now = epochSeconds(clock())
  const { home, mails, mailSite } = site()
  if (!mails) return 0
  const { read } = context.db
  const told = await read
    .selectFrom('installation')
    .select('value')
    .where('name', '=', lastDigest)
    .executeTakeFirst()
  const last = told ? Number(told.value) : 0
  if (last > now - digestEvery_s && last <= now) return 0
  return context.db.write(async (tx) => {
    const waiting = await tx
      .selectFrom('submissions')
      .select(['title', 'confirmed_at'])
      .where('state', '=', 'waiting')
      .orderBy('id')
      .execute()
    if (!waiting.some(({ confirmed_at }) => (confirmed_at ?? 0) > last)) return 0
    await tx
      .insertInto('installation')
      .values({ name: lastDigest, value: String(now) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(now) }))
      .execute()
    const reviewing = roles.filter((role) => can({ id: -1, role, login: '' }, 'review'))
    const editors = await tx.selectFrom('users').selectAll().where('role', 'in', reviewing).execute()
    const titles = waiting.slice(0, mostNamed).map(({ title }) => plainLineOfHtml(title))
    const readers = editors.filter(({ email }) => isEmail(email))
    for (const { email, name, locale } of readers) {
      const mail = digestMail(
        mailSite,
        { email, name, locale },
        { titles, count: waiting.length, url: `${home}/admin/waiting` },
      )
      await queueMail(tx, mail, now)
    }
    return readers.length
  }, 'aside')
}
