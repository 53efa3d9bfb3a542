import type { FastifyInstance } from 'fastify'
import { say } from '../../pure/locale/locale.ts'
import { momentText } from '../../people/mail/mail.templates.ts'
import { type GuestMail } from '../../people/mail/mail.registration.ts'
import { mailTexts } from '../../people/mail/mail.texts.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { liveStates } from '../../pure/params/guests.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { GuestRow } from '../../records/registration/guests.query.ts'
import { isOff } from '../../records/registration/registration.news.write.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import { doorUrl } from './entryPage.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import { missingPage } from './refusals.ts'
import { saidPage } from './submit.ts'
import { type Proposing, sentWith, serveForm } from './submit.forms.ts'
import { ownText } from './ownText.ts'

/** Serves the page of a guest by their link: what they have, and what they can do about it. */
export function registerGuest(server: FastifyInstance, options: WebOptions): void {
  serveForm(server, options, '/registration/:token', (door) => dealWith(door))
}

const deeds = ['confirm', 'accept', 'decline', 'cancel'] as const
type Deed = (typeof deeds)[number]

async function dealWith(door: Proposing): Promise<Page> {
  const { options, request, visit } = door
  const { messages } = visit.locale
  const seen = await options.guests.byToken(request.params['token'] ?? '')
  if (seen === 'unknown') return missingPage(visit)
  if (seen === 'over')
    return saidPage(visit, { title: messages.linkGoneTitle, hint: messages.linkGoneHint, status: 410 })
  // Opening the link changes nothing, as programs that look for harm in mails open all links: it takes a button.
  if (request.method !== 'POST') return standing(door, seen)
  const { sent } = await sentWith(door)
  const deed = deeds.find((each) => each === sent['do'])
  if (!deed) return standing(door, seen)
  try {
    return await standing(door, await options.guests.deal(seen, deed, visit.now))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const now = await options.guests.byToken(request.params['token'] ?? '')
    return standing(door, typeof now === 'string' ? seen : now, 409)
  }
}

const says = {
  registered: 'Registered',
  waiting: 'Waiting',
  requested: 'Requested',
  offered: 'Offer',
  refused: 'Refused',
  canceled: 'Canceled',
  expired: 'OfferOver',
} as const satisfies Record<GuestRow['state'], GuestMail>

/** Where they stand, and what they can do. */
async function standing(door: Proposing, guest: GuestRow, status = 200): Promise<Page> {
  const { options, visit, request } = door
  const event = await findEventRow(options.context.db.read, guest.event_id)
  if (!event) return missingPage(visit)
  const { mails, mailSite } = options.guests.parts.site()
  const texts = mailTexts(visit.locale)
  const moment = (at: number) => momentText(visit.locale, mailSite, at)
  const until = guest.confirm_by ?? guest.offer_until
  const words = {
    title: plainLineOfHtml(event.title),
    when: moment(event.starts_at),
    code: guest.code,
    ...(until === null ? {} : { until: moment(until) }),
  }
  const stands = guest.confirm_by === null ? says[guest.state] : 'Confirm'
  const is = isOff(event) ? 'EventCanceled' : stands
  const url = doorUrl(visit, `/registration/${request.params['token'] ?? ''}`)
  const button = (deed: Deed, text: string, look: '' | 'plain'): Content =>
    html`<form method="post" action="${url}" class="stack">
      <button class="${look}" name="do" value="${deed}">${text}</button>
    </form>`
  const isLive = liveStates.some((each) => each === guest.state) && event.starts_at > epochSeconds(visit.now)
  const isOffered = isLive && !isOff(event) && guest.state === 'offered'
  return saidPage(visit, {
    title: say(texts[`guest${is}Subject`], words),
    hint: ownText(visit, say(texts[`guest${is}`], words)),
    status,
    more: [
      isLive && (!mails || guest.email === '')
        ? html`<p><strong>${visit.locale.messages.registerKeep}</strong></p>`
        : undefined,
      isLive && is === 'Confirm' ? button('confirm', texts.guestConfirmAction, '') : undefined,
      isOffered ? button('accept', texts.guestAccept, '') : undefined,
      isOffered ? button('decline', texts.guestDecline, 'plain') : undefined,
      isLive && !isOffered
        ? html`<details>
            <summary>${texts.guestCancel}</summary>
            ${button('cancel', texts.guestCancel, 'plain')}
          </details>`
        : undefined,
      html`<a class="button plain" href="${visit.site.path}/">${visit.locale.messages.back}</a>`,
    ],
  })
}
