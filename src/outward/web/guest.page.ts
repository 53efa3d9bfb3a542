import { epochSeconds } from '../../pure/calendar/text.ts'
import { draw, pathOf } from '../../pure/code/draw.ts'
import { countText, say } from '../../pure/locale/locale.ts'
import { hasPlace, isLive } from '../../pure/params/guests.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { reasonOf } from '../../fields/happening.ts'
import { plainLineOfHtml, plainTextOfHtml } from '../../pure/text/plain.ts'
import { momentText } from '../../people/mail/mail.templates.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import type { OwnDeed } from '../../records/registration/guests.own.write.ts'
import type { GuestRow } from '../../records/registration/guests.query.ts'
import { isOff } from '../../records/registration/registration.news.write.ts'
import { blankRegistration, registrationOf } from '../../records/registration/registration.row.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { placesOf, titleText } from './card.ts'
import { doorUrl, notice } from './entryPage.ts'
import { addressText, directionsUrl } from './event.venue.ts'
import { changeForm, type Typed } from './guest.change.ts'
import { ofTexts } from './ownText.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import type { Visit } from './visit.ts'
import { isElsewhere, whenText } from './when.ts'

/** What the page of a guest shows. */
export interface GuestShown {
  readonly guest: GuestRow
  /** Their event with its links, as they may see it. */
  readonly whole: EventWithLinks
  readonly event: EventRow
  /** Which place they have in line, if they wait. */
  readonly place: number
  /** The secret part of its address. */
  readonly token: string
  /** What is to be known first: what was done, or why it was not. */
  readonly said?: { readonly kind: 'good' | 'bad'; readonly text: string } | undefined
  /** What was typed and is wrong, where something is. */
  readonly typed?: Typed | undefined
  readonly status?: number
}

/** The page of a guest: where they stand, the event, and what they can do about it. */
export function guestPage(visit: Visit, { guests }: Pick<WebOptions, 'guests'>, shown: GuestShown): Page {
  const { guest, event, said, status = 200 } = shown
  const { mails, mailSite } = guests.parts.site()
  const moment = (at: number) => momentText(visit.locale, mailSite, at)
  const isTold = mails && guest.email !== ''
  const { title, hint } = standing(visit, shown, { moment, isTold })
  const can = deedsOf(shown, epochSeconds(visit.now))
  const main = html`<div class="guest">
    <div class="hello">
      <h1>${title}</h1>
      ${hint.map((line) => html`<p>${line}</p>`)}
      ${said === undefined ? undefined : notice(said.kind, said.text)}
      ${can.leaves && !isTold ? notice('open', visit.locale.messages.registerKeep) : undefined}
    </div>
    ${can.comes ? pass(visit, shown, { home: guests.parts.site().home || visit.site.home }) : undefined}
    <div class="stack">
      ${firstDeeds(visit, shown, can)} ${about(visit, shown, can)}
      ${can.changes ? changeForm(visit, formOf(shown, visit)) : undefined}
      ${can.leaves && !can.takes ? leaving(visit, shown) : undefined}
      ${can.changes && isTold ? deed(visit, shown, 'again', visit.locale.messages.guestAgain, 'plain') : undefined}
    </div>
  </div>`
  const looks = {
    door: 'wide',
    styles: ['door.css', 'guest.css'],
    isUnlisted: true,
    isDeadEnd: true,
    isSecret: true,
  } as const
  return { ...looks, status, title: `${title} ${plainLineOfHtml(event.title)}`, main }
}

/** What can be done by the guest now. */
interface Can {
  /** They say that it was them. */
  readonly confirms: boolean
  /** They take what is offered, or leave it. */
  readonly takes: boolean
  readonly changes: boolean
  readonly leaves: boolean
  /** They have a place at what takes place, and are to show their code. */
  readonly comes: boolean
}

function deedsOf({ guest, event }: GuestShown, now_s: number): Can {
  const leaves = isLive(guest) && event.starts_at > now_s
  const acts = leaves && !isOff(event)
  const isConfirmed = guest.confirm_by === null
  return {
    confirms: acts && !isConfirmed,
    takes: acts && isConfirmed && guest.state === 'offered',
    changes: acts && isConfirmed,
    leaves,
    comes: hasPlace(guest) && !isOff(event) && event.ends_at > now_s,
  }
}

/** Where they stand, as a sentence, and what follows from it. */
function standing(
  { locale, now }: Visit,
  { guest, event, place }: GuestShown,
  { moment, isTold }: { readonly moment: (at: number) => string; readonly isTold: boolean },
): { readonly title: string; readonly hint: readonly string[] } {
  const { messages } = locale
  if (isOff(event)) return { title: messages.guestEventOff, hint: [] }
  if (event.ends_at <= epochSeconds(now)) return { title: messages.guestEventOver, hint: [] }
  const people = countText(locale, messages.guestPeople, guest.party)
  const until = (text: string, at: number | null) => say(text, { until: at === null ? '' : moment(at) })
  if (guest.confirm_by !== null && isLive(guest))
    return {
      title: messages.guestToConfirm,
      hint: [until(messages.guestKeptUntil, guest.confirm_by), people],
    }
  const line = [messages.guestFirst, messages.guestSecond, messages.guestThird][place - 1]
  const waits = isTold ? messages.guestWaits : messages.guestWaitsHere
  const over = guest.offer_until === null ? messages.guestNotConfirmed : messages.guestOfferEnded
  return {
    registered: { title: messages.guestPlace, hint: [people] },
    waiting: {
      title: line ?? countText(locale, { other: messages.guestInLine }, place),
      hint: [people, waits],
    },
    requested: { title: messages.guestAsked, hint: [people, messages.guestAskedHint] },
    offered: { title: until(messages.guestOffered, guest.offer_until), hint: [people] },
    refused: { title: messages.guestRefused, hint: [] },
    canceled: { title: messages.guestNotComing, hint: [] },
    expired: { title: until(over, guest.offer_until), hint: [] },
  }[guest.state]
}

/** The event: its title once, when and where it is, and what who comes should know. */
function about(visit: Visit, { whole, event, token }: GuestShown, { confirms, changes, comes }: Can): Html {
  const { messages } = visit.locale
  const title = plainLineOfHtml(event.title)
  const isPublic = event.status === 'publish'
  const { note } = registrationOf(event) ?? blankRegistration
  const reason = plainTextOfHtml(reasonOf(event))
  const postponed = event.event_status === 'postponed' ? messages.postponed : ''
  return html`<section class="about">
    <h2 ${ofTexts(visit)}>
      ${isPublic ? html`<a href="${postUrl(visit.site, kinds.event, event)}">${title}</a>` : title}
    </h2>
    ${postponed === '' ? undefined : html`<p><strong>${postponed}</strong></p>`}
    <dl>
      <div>
        <dt>${messages.when}</dt>
        <dd>${whenText(event, visit, { hasZone: isElsewhere(event, visit.context) })}</dd>
      </div>
      ${placesOf(whole).map((venue) => where(visit, venue))}
      ${
        event.online_url === '' || !comes
          ? undefined
          : html`<div>
              <dt>${messages.online}</dt>
              <dd>
                <a href="${event.online_url}" rel="external noopener noreferrer">${messages.joinOnline}</a>
              </dd>
            </div>`
      }
    </dl>
    ${reason === '' ? undefined : html`<p ${ofTexts(visit)}>${reason}</p>`}
    ${note === '' || !(confirms || changes || comes) ? undefined : html`<p ${ofTexts(visit)}>${note}</p>`}
    ${
      changes
        ? html`<p class="deeds">
            <a class="button plain" href="${doorUrl(visit, `/registration/${token}.ics`)}" download
              >${messages.addToCalendar}</a
            >
          </p>`
        : undefined
    }
  </section>`
}

function where(visit: Visit, venue: EventWithLinks['venues'][number]): Html {
  const lines = addressText(venue)
  const directions = directionsUrl(venue)
  return html`<div>
    <dt>${visit.locale.messages.where}</dt>
    <dd ${ofTexts(visit)}>${titleText(venue.title)}</dd>
    ${lines === '' ? undefined : html`<dd ${ofTexts(visit)}>${lines}</dd>`}
    ${
      directions === undefined
        ? undefined
        : html`<dd>
            <a href="${directions}" rel="external noopener noreferrer">${visit.locale.messages.directions}</a>
          </dd>`
    }
  </div>`
}

/** What is asked of them before anything else. */
function firstDeeds(visit: Visit, shown: GuestShown, { confirms, takes }: Can): Content {
  const { messages } = visit.locale
  if (confirms) return deed(visit, shown, 'confirm', messages.guestConfirm, '')
  if (!takes) return undefined
  return html`<div class="deeds">
    ${deed(visit, shown, 'accept', messages.guestAccept, '')}${deed(visit, shown, 'decline', messages.guestDecline, 'plain')}
  </div>`
}

/** A button that does something: opening the page changes nothing, as programs that look for harm in mails open all links. */
function deed(
  visit: Visit,
  { token }: Pick<GuestShown, 'token'>,
  name: OwnDeed,
  text: string,
  look: '' | 'plain' | 'danger',
): Html {
  return html`<form method="post" action="${doorUrl(visit, `/registration/${token}`)}">
    <button class="${look}" name="do" value="${name}">${text}</button>
  </form>`
}

/** Who cancels is asked once whether they mean it. */
function leaving(visit: Visit, shown: GuestShown): Html {
  const { messages } = visit.locale
  return html`<details>
    <summary class="button plain">${messages.guestCancel}</summary>
    <div class="stack">
      <p>${messages.guestCancelHint}</p>
      ${deed(visit, shown, 'cancel', messages.guestCancelSure, 'danger')}
    </div>
  </details>`
}

/** The code that they show at the door: the address of this page, in the picture, and six signs. */
function pass(visit: Visit, { guest, token }: GuestShown, { home }: { readonly home: string }): Html {
  const { messages } = visit.locale
  const drawn = draw(`${home}/registration/${token}`)
  return html`<aside class="pass" aria-label="${messages.guestCode}">
    <svg
      class="qr"
      viewBox="0 0 ${drawn.size} ${drawn.size}"
      role="img"
      aria-label="${messages.guestPicture}"
      shape-rendering="crispEdges"
    >
      <path d="${pathOf(drawn)}" />
    </svg>
    <p>${messages.guestCode}</p>
    <p><b dir="ltr">${guest.code}</b></p>
  </aside>`
}

function formOf({ guest, event, token, typed }: GuestShown, visit: Visit): Parameters<typeof changeForm>[1] {
  const action = doorUrl(visit, `/registration/${token}`)
  return { guest, registration: registrationOf(event) ?? blankRegistration, action, typed }
}
