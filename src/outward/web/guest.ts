import type { FastifyInstance } from 'fastify'
import { decode } from '../../http/decodedParameters.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { hasPlace } from '../../pure/params/guests.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import { changeGuestParams, type ChangeGuest } from '../../records/registration/guests.params.ts'
import { type OwnChange, type OwnDeed, ownDeeds } from '../../records/registration/guests.own.write.ts'
import { type GuestRow, placeInLine } from '../../records/registration/guests.query.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import { guestUrl } from '../../records/registration/guests.parts.ts'
import { guestFormLimit } from '../../records/registration/guests.spam.ts'
import { doorUrl } from './entryPage.ts'
import type { Typed } from './guest.change.ts'
import { guestPage, type GuestShown } from './guest.page.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import { answersIn } from './register.questions.ts'
import { missingPage } from './refusals.ts'
import { saidPage } from './submit.ts'
import { type Proposing, sentWith, serveForm } from './submit.forms.ts'

/** Serves the page of a guest by their link: what they have, and what they can do about it. */
export function registerGuest(server: FastifyInstance, options: WebOptions): void {
  serveForm(server, options, '/registration/:token', (door) => dealWith(door), guestFormLimit)
}

const calendar = '.ics'

async function dealWith(door: Proposing): Promise<Page | undefined> {
  const { options, request, reply, visit } = door
  const { messages } = visit.locale
  const asked = request.params['token'] ?? ''
  const isCalendar = asked.endsWith(calendar)
  const token = isCalendar ? asked.slice(0, -calendar.length) : asked
  const seen = await options.guests.byToken(token)
  if (seen === 'unknown') return missingPage(visit)
  if (seen === 'over')
    return {
      ...saidPage(visit, { title: messages.linkGoneTitle, hint: messages.linkGoneHint, status: 410 }),
      isSecret: true,
    }
  if (isCalendar) return sendCalendar(door, seen)
  // Opening the link changes nothing, as programs that look for harm in mails open all links: it takes a button.
  if (request.method !== 'POST') return shownPage(door, token, seen, saidOf(door))
  const { sent } = await sentWith(door)
  const deed = ownDeeds.find((each) => each === sent['do'])
  if (!deed) return shownPage(door, token, seen, {})
  const { change, faults } = deed === 'change' ? changeIn(sent, seen) : {}
  if (faults) return shownPage(door, token, seen, { typed: { sent, faults }, status: 400 })
  try {
    await options.guests.deal(seen, { deed, now: visit.now, ...(change ? { change } : {}) })
  } catch (error) {
    const now = await options.guests.byToken(token)
    return shownPage(door, token, typeof now === 'string' ? seen : now, refusalOf(door, error, sent))
  }
  await reply.redirect(doorUrl(visit, `/registration/${token}`, { done: deed }), 303)
  return undefined
}

/** The event for the calendar of the guest. */
async function sendCalendar({ options, reply, visit }: Proposing, guest: GuestRow): Promise<undefined> {
  const { parts } = options.guests
  const event = await findEventRow(options.context.db.read, guest.event_id)
  if (!event) return undefined
  const { file } = await parts.eventForGuests(event, visit.site.home)
  await reply
    .headers({
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="registration.ics"',
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    .send(file(guestUrl(parts, visit.site.home, guest), hasPlace(guest)))
  return undefined
}

/** What was done, after the redirect that follows it. */
function saidOf({ visit }: Proposing): Pick<GuestShown, 'said'> {
  const { messages } = visit.locale
  const texts: Partial<Record<OwnDeed, string>> = {
    confirm: messages.guestConfirmed,
    change: messages.guestChanged,
    again: messages.guestSent,
  }
  const done = ownDeeds.find((each) => each === visit.query.get('done'))
  const text = done && texts[done]
  return text === undefined ? {} : { said: { kind: 'good', text } }
}

/** What a guest says anew; or what is wrong with it. */
function changeIn(
  sent: Typed['sent'],
  { party }: GuestRow,
): { readonly change?: OwnChange; readonly faults?: Typed['faults'] } {
  const read = { name: sent['name'] ?? '', party: sent['party'] ?? party, answers: answersIn(sent) }
  const { values, faults } = decode(changeGuestParams, read)
  if (faults.size > 0) return { faults: Object.fromEntries(faults) }
  const { name = '', party: people = party, answers = {} } = values as ChangeGuest
  return { change: { name, party: people, answers } }
}

/** Why something was not done, above what they have. Throws what is no refusal. */
function refusalOf(
  { visit }: Proposing,
  error: unknown,
  sent: Typed['sent'],
): Pick<GuestShown, 'said' | 'typed' | 'status'> {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const { messages } = visit.locale
  const { code, status } = error
  const params = error.extras.data?.['params']
  if (code === 'rest_invalid_param' && typeof params === 'object' && params !== null)
    return { typed: { sent, faults: { ...params } }, status }
  const text =
    code === 'rest_registration_full'
      ? `${messages.registerTooMany} ${messages.guestKeeps}`
      : code === 'rest_registration_often'
        ? messages.guestSentBefore
        : messages.guestTooLate
  // What was typed stays in the form.
  const typed = sent['do'] === 'change' ? { typed: { sent, faults: {} } } : {}
  return { said: { kind: 'bad', text }, status, ...typed }
}

async function shownPage(
  { options, visit }: Proposing,
  token: string,
  guest: GuestRow,
  more: Pick<GuestShown, 'said' | 'typed' | 'status'>,
): Promise<Page> {
  const { db, rows } = options.context
  const event = await findEventRow(db.read, guest.event_id)
  const [whole] = event ? await withLinks(await rows.get(), [event], visit.caller) : []
  if (!event || !whole) return missingPage(visit)
  const place = guest.state === 'waiting' ? await placeInLine(db.read, guest) : 0
  return guestPage(visit, options, { guest, whole, event, place, token, ...more })
}
