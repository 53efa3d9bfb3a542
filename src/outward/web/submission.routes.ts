import type { FastifyInstance } from 'fastify'
import { can } from '../../http/auth/rights.ts'
import { mailTexts } from '../../people/mail/mail.texts.ts'
import { readPicture } from '../../records/submissions/submissions.picture.ts'
import type { SubmissionRow } from '../../records/submissions/submissions.query.ts'
import type { Fields } from '../../records/submissions/submissions.params.ts'
import { fieldsOf as proposedIn } from '../../records/submissions/submissions.difference.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { doorUrl, notice } from './entryPage.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { answer } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import { missingPage } from './refusals.ts'
import { type FormShown, proposalPage, saidPage } from './submit.ts'
import { aside, faultsOf, type Proposing, sentWith, serveForm } from './submit.forms.ts'
import { fieldsSent, ownProposed, ownSaid, sentOwn, typedOwn } from './submit.own.ts'
import {
  blank,
  fieldsOf,
  type FormValues,
  typedIn,
  valuesOfEvent,
  valuesOfProposal,
} from './submit.values.ts'
import type { Visit } from './visit.ts'
import { ofTexts, ownText } from './ownText.ts'

/** Serves what its sender does about a proposal by its link: see where it stands, confirm it, correct it, take it back. */
export function registerSubmission(server: FastifyInstance, options: WebOptions): void {
  serveForm(server, options, '/submission/:token', (door) => dealWith(door))
  server.route({
    method: ['GET', 'HEAD'],
    url: '/submission/picture/:id',
    exposeHeadRoute: false,
    handler: async (request: Proposing['request'], reply) => {
      const caller = await options.identify(request, {})
      const id = Number(/^\d{1,15}$/.exec(request.params['id'] ?? '')?.[0] ?? 0)
      const key = can(caller, 'review') ? await options.submissions.pictureOf(id) : undefined
      const picture = key === undefined ? undefined : await readPicture(options.context.media.store, key)
      if (!picture) return answer(reply, options, async (visit) => missingPage(visit))
      return reply
        .headers({
          'Content-Type': picture.contentType,
          'Cache-Control': 'private, no-store',
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        })
        .send(picture.bytes)
    },
  })
}

async function dealWith(door: Proposing): Promise<Page> {
  const { options, request, visit } = door
  const { messages } = visit.locale
  const row = await options.submissions.byToken(request.params['token'] ?? '')
  if (row === 'unknown') return missingPage(visit)
  if (row === 'over')
    return saidPage(visit, { title: messages.linkGoneTitle, hint: messages.linkGoneHint, status: 410 })
  if (request.method !== 'POST')
    return visit.query.has('edit') && isOpen(row) ? correcting(door, row) : standing(door, row)
  const { sent, file } = await sentWith(door)
  // Opening the link changes nothing, as programs that look for harm in mails open all links: it takes the button.
  if (sent['do'] === 'confirm') return standing(door, await options.submissions.confirm(row, visit))
  if (!isOpen(row)) return standing(door, row)
  if (sent['do'] === 'withdraw') return standing(door, await options.submissions.withdraw(row, visit.now))
  const own = typedOwn(sent, visit.context.declared)
  return correcting(door, row, { values: typedIn(sent), own, file })
}

function isOpen({ state }: SubmissionRow): boolean {
  return state === 'unconfirmed' || state === 'waiting' || state === 'asked'
}

/** The form in which what was sent is corrected; what was typed into it is taken. */
async function correcting(
  door: Proposing,
  row: SubmissionRow,
  typed?: {
    readonly values: FormShown['values']
    readonly own: FormShown['own']
    readonly file: Awaited<ReturnType<typeof sentWith>>['file']
  },
): Promise<Page> {
  const { options, visit, request } = door
  const { submissions } = options
  const about = row.kind === 'new' ? undefined : await submissions.eventAbout(row.event_id ?? undefined)
  if (row.kind !== 'new' && !about) return standing(door, row)
  const original = about && row.kind === 'change' ? valuesOfEvent(about) : blank
  const { declared } = visit.context
  const proposed = valuesOfProposal(proposedIn(row).proposed, original)
  const own = ownProposed(proposedIn(row).proposed, about?.event.own, declared)
  const shown: FormShown = {
    kind: row.kind,
    path: `/submission/${request.params['token'] ?? ''}`,
    values: { ...proposed, note: row.note, name: row.name, alt_text: row.picture_alt },
    about: plainLineOfHtml(row.title),
    own,
    categories: row.kind === 'new' ? await submissions.categories() : [],
    time: submissions.formTime(visit.now),
    asksWho: false,
    faults: {},
    isCorrection: true,
  }
  if (!typed) return proposalPage(visit, shown)
  const { values, file } = typed
  try {
    const fields =
      row.kind === 'report'
        ? {}
        : {
            ...(await correctedFields(row, values, proposed, {
              find: (kind, name) => submissions.named(kind, name),
              ownOfVenue: sentOwn(typed.own, own, { kind: 'venue', declared }),
            })),
            ...fieldsSent({
              ...ownSaid(proposedIn(row).proposed),
              ...sentOwn(typed.own, own, { kind: 'event', declared }),
            }),
          }
    const changed = await submissions.revise(
      row,
      { fields, ...aside({ ...values, name: row.name }), file: row.kind === 'report' ? undefined : file },
      visit.now,
    )
    return await standing(door, changed)
  } catch (error) {
    const faults = faultsOf(visit, error)
    if (faults) return proposalPage(visit, { ...shown, values, own: typed.own, faults })
    if (error instanceof ApiError && error.status === 409) return standing(door, row)
    throw error
  }
}

/** What was proposed, with what was typed otherwise than it was shown: the form does not show all that programs may have sent. */
async function correctedFields(
  row: SubmissionRow,
  typed: FormValues,
  shown: FormValues,
  how: Parameters<typeof fieldsOf>[2],
): Promise<Fields> {
  const { recurrence, ...fields } = {
    ...proposedIn(row).proposed,
    ...(await fieldsOf(typed, shown, how)),
  } as Fields
  return recurrence === null || recurrence === undefined ? fields : { ...fields, recurrence }
}

/** Where it stands, and what can be done about it. */
async function standing(door: Proposing, row: SubmissionRow): Promise<Page> {
  const { options, visit, request } = door
  const { messages } = visit.locale
  const path = `/submission/${request.params['token'] ?? ''}`
  const url = doorUrl(visit, path)
  const event =
    row.state === 'accepted' ? await options.submissions.eventAbout(row.event_id ?? undefined) : undefined
  const texts = mailTexts(visit.locale)
  const reason = { ...texts }[`submissionReason_${row.reason}` as keyof typeof texts] as string | undefined
  const button = (deed: string, text: string, look: '' | 'plain', hint?: string): Content =>
    html`<form method="post" action="${url}" class="stack">
      ${hint === undefined ? undefined : html`<p>${hint}</p>`}
      <input type="hidden" name="do" value="${deed}" />
      <button class="${look}">${text}</button>
    </form>`
  return saidPage(visit, {
    title: messages.whatYouSent,
    hint: ownText(visit, plainLineOfHtml(row.title)),
    more: [
      stateNotice(visit, row),
      reason === undefined ? undefined : html`<p>${reason}</p>`,
      row.message === '' ? undefined : html`<blockquote>${lines(visit, row.message)}</blockquote>`,
      row.state === 'unconfirmed'
        ? button('confirm', messages.confirmButton, '', messages.confirmHint)
        : undefined,
      event
        ? html`<a class="button" href="${visit.site.path}/event/${event.event.slug}/"
            >${texts.submissionShow}</a
          >`
        : undefined,
      isOpen(row)
        ? html`<a class="button plain" href="${doorUrl(visit, path, { edit: '1' })}"
            >${messages.correctIt}</a
          >`
        : undefined,
      isOpen(row) ? button('withdraw', messages.takeBack, 'plain', messages.takeBackHint) : undefined,
    ],
  })
}

function lines(visit: Visit, message: string): Content {
  return message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => html`<p ${ofTexts(visit)}>${line}</p>`)
}

function stateNotice({ locale }: Visit, { state }: SubmissionRow): Content {
  const { messages } = locale
  const [kind, text] = (
    {
      unconfirmed: ['open', messages.stateUnconfirmed],
      waiting: ['good', messages.stateWaiting],
      asked: ['open', messages.stateAsked],
      accepted: ['good', messages.stateAccepted],
      rejected: ['bad', messages.stateRejected],
      withdrawn: ['open', messages.stateWithdrawn],
      spam: ['bad', messages.stateRejected],
    } as const
  )[state]
  return notice(kind, text)
}
