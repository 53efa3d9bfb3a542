import { createFailures } from '../../http/auth/failures.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import { queueMail } from '../../people/mail/mail.write.ts'
import { userWithId } from '../../http/auth/users.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { isEmail } from '../../pure/text/address.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { can } from '../../http/auth/rights.ts'
import { canonicalFilter } from '../events/events.filter.text.ts'
import { daysOf } from './letters.days.ts'
import { renderDigest } from './letters.digest.render.ts'
import {
  type PreviewDigest,
  previewDigestParams,
  type PreviewLetter,
  previewLetterParams,
} from './letters.editing.params.ts'
import { existingLetter } from './letters.editing.query.ts'
import { faultsOf } from './letters.editing.routes.ts'
import { digestFilterFault } from './letters.filter.ts'
import { renderLetter } from './letters.letter.render.ts'
import { lacksOn } from './letters.lists.routes.ts'
import { renderingOf } from './letters.rendering.ts'
import type { Letters } from './letters.ts'
import { places, type Rendered } from './letters.types.ts'
import { readRhythm } from './letters.read.ts'

/** How many letters an editor sends to themselves in an hour at most. */
const mostTests = 10

/** Looking at mails before they go out: a digest, a letter, and that letter in one’s own mailbox. */
export function letterPreviewResources(letters: Letters): [Resource, Resource<ById>, Resource<ById>] {
  const shared = { isExtension: true, lacks: lacksOn('POST') } as const
  return [
    { ...shared, path: '/subscriptions/preview', pathParams: noParams, endpoints: [digestEndpoint(letters)] },
    { ...shared, path: '/letters/{id}/preview', pathParams: byId, endpoints: [letterEndpoint(letters)] },
    { ...shared, path: '/letters/{id}/test', pathParams: byId, endpoints: [testEndpoint(letters)] },
  ]
}

function digestEndpoint({ parts }: Letters): Endpoint<object, PreviewDigest> {
  return {
    methods: ['POST'],
    summary: 'Show the mail that a list of events would make now. Nothing is stored or sent.',
    operation: 'previewDigest',
    params: previewDigestParams,
    answer: { status: 200, says: 'The mail.', schema: 'DigestPreview' },
    check: async ({ params: { filter = '' }, caller, now }) => {
      const fault = can(caller, 'manage_letters')
        ? await digestFilterFault(parts.context, filter, now)
        : undefined
      return fault === undefined ? {} : { filter: fault }
    },
    handle: async ({ params, site, now }) => {
      const rendering = renderingOf(parts, now, site)
      const locale = rendering.localeFor(params.language ?? '')
      const digest = { ...readRhythm(params), filter: canonicalFilter(params.filter ?? '') }
      // As if today were its day.
      const today = now.toZonedDateTimeISO(rendering.zone.id).toPlainDate()
      const due = today.toZonedDateTime({ timeZone: rendering.zone.id, plainTime: digest.at }).toInstant()
      const mail = await renderDigest(rendering, digest, due, locale)
      const { from, until } = mail ?? daysOf(digest, rendering.zone, due)
      const { subject = '', text = '', html = '', events = 0 } = mail ?? {}
      const days = { from: from.toString(), until: until.toString() }
      return { body: { subject, text, html, events, ...days, bytes: Buffer.byteLength(html) } }
    },
  }
}

function letterEndpoint({ parts }: Letters): Endpoint<ById, PreviewLetter> {
  return {
    methods: ['POST'],
    summary:
      'Show the mail that a letter would make now, with what is sent in the place of what is stored. Nothing is changed or sent.',
    operation: 'previewLetter',
    params: previewLetterParams,
    answer: { status: 200, says: 'The mail.', schema: 'LetterPreview' },
    check: async ({ params }) => faultsOf(params),
    handle: async ({ path, params, site, now }) => {
      const row = await existingLetter(parts.context.db.read, path.id)
      const { subject = row.subject, intro = row.intro, events } = params
      const written = {
        ...row,
        subject,
        intro,
        events: events === undefined ? row.events : JSON.stringify(events),
      }
      const rendering = renderingOf(parts, now, site)
      const { left_out, ...mail } = await renderLetter(
        rendering,
        written,
        rendering.localeFor(params.language ?? ''),
      )
      return { body: { ...mail, bytes: Buffer.byteLength(mail.html), left_out } }
    },
  }
}

function testEndpoint({ parts }: Letters): Endpoint<ById> {
  const sent = createFailures({ name: 'letter-tests', window_s: 3600 }, parts.now)
  return {
    methods: ['POST'],
    summary: 'Send a letter to your own address, as its subscribers would get it.',
    operation: 'testLetter',
    params: noParams,
    answer: { status: 200, says: 'It was given to the mails that are to go out.', schema: 'LetterTest' },
    handle: async ({ path, caller, now }) => {
      const { context, site } = parts
      const row = await existingLetter(context.db.read, path.id)
      if (!site().mails) throw new ApiError('rest_mail_not_set')
      const user = await userWithId(context.db.read, caller.id)
      const to = user?.email ?? ''
      if (!isEmail(to)) throw invalidParams({ to: 'is needed, as your account has no e-mail address' })
      const budget = [{ key: String(caller.id), failures: mostTests }]
      sent.assertWithin(budget)
      const rendering = renderingOf(parts, now)
      const mail = withoutLinks(await renderLetter(rendering, row, rendering.localeFor(user?.locale ?? '')))
      sent.charge(budget)
      const { text, html } = mail
      const subject = `[Test] ${mail.subject}`
      await context.db.write((tx) =>
        queueMail(tx, { kind: 'letters', to, subject, text, html }, epochSeconds(now)),
      )
      return { body: { to } }
    },
  }
}

/** Nobody has subscribed who gets it: its links lead to where one asks for one’s own. */
function withoutLinks({ subject, text, html }: Rendered): Rendered {
  const pages = new RegExp(`/mail/(?:settings/${places.settings}|leave/${places.leave})`, 'g')
  return { subject, text: text.replaceAll(pages, '/mail/link'), html: html.replaceAll(pages, '/mail/link') }
}
