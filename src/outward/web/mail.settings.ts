import { decode } from '../../http/decodedParameters.ts'
import { epochSeconds, lastSecond } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { say } from '../../pure/locale/locale.ts'
import { languages } from '../../pure/text/language.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { momentText } from '../../people/mail/mail.templates.ts'
import { HasAll } from '../../records/letters/letters.limits.ts'
import { subscribeParams } from '../../records/letters/letters.params.ts'
import { findDigest, findSubscription, subscriptionsOf } from '../../records/letters/letters.query.ts'
import { readRhythm } from '../../records/letters/letters.read.ts'
import { tellableEvent } from '../../records/letters/letters.target.query.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import {
  isPaused,
  pauseWords,
  type SettingsDeed,
  type Settled,
} from '../../records/letters/letters.settings.write.ts'
import type { SubscriberRow, SubscriptionRow } from '../../records/letters/letters.types.ts'
import { wantedOf, wantedText } from '../../records/letters/letters.words.ts'
import type { Wanted } from '../../records/letters/letters.wanted.ts'
import { doorUrl, notice } from './entryPage.ts'
import { languageNames, languageOf } from './languages.ts'
import {
  choice,
  chosenFor,
  looks,
  masked,
  radios,
  remindOptions,
  rhythmChoices,
  rhythmIn,
  rhythmOptions,
  textIn,
  tick,
  type Typed,
} from './mail.controls.ts'
import type { Page } from './page.ts'
import { missingPage } from './refusals.ts'
import { saidPage } from './submit.ts'
import { type Proposing, sentWith } from './submit.forms.ts'
import type { Visit } from './visit.ts'

/** The page of what an address gets, by its link, without a password; and what its owner does there. */
export async function settingsDoor(door: Proposing): Promise<Page> {
  const { options, request, visit } = door
  const { messages } = visit.locale
  const token = request.params['token'] ?? ''
  const subscriber = await options.letters.subscriber(token)
  if (subscriber === 'unknown') return missingPage(visit)
  if (subscriber === 'over')
    return {
      ...saidPage(visit, {
        title: messages.linkGoneTitle,
        hint: messages.mailLinkHint,
        status: 410,
        more: html`<a class="button" href="${doorUrl(visit, '/mail/link')}">${messages.mailLink}</a>`,
      }),
      isSecret: true,
    }
  // Opening the link changes nothing, as programs that look for harm in mails open all links.
  if (request.method !== 'POST') return settingsPage(door, subscriber, { token })
  const { sent } = await sentWith(door)
  const deed = await deedIn(door, subscriber, sent)
  if (!deed) return settingsPage(door, subscriber, { token })
  try {
    const now = await options.letters.settle(subscriber, deed)
    return await settingsPage(door, now, { token, notice: messages.mailChanged })
  } catch (error) {
    const isFull = error instanceof HasAll
    if (!isFull && (!(error instanceof ApiError) || error.status >= 500)) throw error
    const fault = isFull ? messages.mailFull : messages.faultField
    return { ...(await settingsPage(door, subscriber, { token, fault })), status: 400 }
  }
}

/** What a button of the page asks for; undefined for nothing that is known. */
async function deedIn(
  { visit, options }: Proposing,
  subscriber: SubscriberRow,
  sent: Typed,
): Promise<SettingsDeed | undefined> {
  const id = Number(/^\d{1,15}$/.exec(textIn(sent, 'id'))?.[0] ?? 0)
  const language = textIn(sent, 'language')
  switch (textIn(sent, 'do')) {
    case 'stop':
      return { do: 'stop', id }
    case 'stop_all':
      return { do: 'stop_all' }
    case 'pause': {
      const length = pauseWords.find((word) => word === textIn(sent, 'for'))
      return length && { do: 'pause', for: length }
    }
    case 'resume':
      return { do: 'resume' }
    case 'change': {
      if (id === 0)
        return languages.some((each) => each === language) ? { do: 'language', locale: language } : undefined
      const row = await findSubscription(options.context.db.read, id)
      const wanted = row?.subscriber_id === subscriber.id ? await changed(visit, row, sent) : undefined
      return wanted && { do: 'change', id, wanted }
    }
    default:
      return undefined
  }
}

/** What is wanted in the place of a subscription: the same with another rhythm, or other wishes. */
async function changed({ context }: Visit, row: SubscriptionRow, sent: Typed): Promise<Wanted | undefined> {
  const wanted = await wantedOf(context.db.read, row)
  if (wanted?.kind === 'digest') {
    const { values, faults } = decode(subscribeParams, rhythmIn(sent))
    if (faults.size > 0) return undefined
    return { kind: 'digest', filter: wanted.filter, ...readRhythm(values) }
  }
  if (wanted?.kind !== 'event' && wanted?.kind !== 'series') return undefined
  const { values, faults } = decode(subscribeParams, { remind: textIn(sent, 'remind') })
  const remind = (values['remind'] ?? null) as number | null
  const changes = textIn(sent, 'changes') !== ''
  if (faults.size > 0 || (remind === null && !changes)) return undefined
  return { ...wanted, remind, changes }
}

/** What is said above the page after something was done. */
interface Done {
  readonly token: string
  readonly notice?: string
  readonly fault?: string
}

/** What an address gets, when each comes next, and what can be done about it. */
export async function settingsPage(door: Proposing, settled: Settled, done: Done): Promise<Page> {
  const { visit, options } = door
  const { messages } = visit.locale
  if (settled === 'gone')
    return {
      ...saidPage(visit, { title: messages.mailErased, hint: messages.mailErasedHint }),
      isSecret: true,
    }
  const rows = await subscriptionsOf(options.context.db.read, settled.id)
  const url = doorUrl(visit, `/mail/settings/${done.token}`)
  const parts = await Promise.all(rows.map((row) => onePart(door, { row, url, token: done.token })))
  const main = html`<div class="stack">
    <div>
      <h1>${messages.mailYours}</h1>
      <p class="dim"><bdi dir="ltr">${masked(settled.email)}</bdi></p>
    </div>
    ${done.notice === undefined ? undefined : notice('good', done.notice)}
    ${done.fault === undefined ? undefined : notice('bad', done.fault)} ${pausedLine(visit, settled, url)}
    ${parts}
    <p>
      <a class="button plain" href="${doorUrl(visit, '/mail', { token: done.token })}">${messages.mailAdd}</a>
    </p>
    ${aroundAll(visit, settled, url)}
  </div>`
  return { ...looks, title: messages.mailYours, main }
}

/** One subscription. */
async function onePart(
  { visit, options }: Proposing,
  { row, url, token }: { readonly row: SubscriptionRow; readonly url: string; readonly token: string },
): Promise<Html> {
  const { messages } = visit.locale
  const { read } = options.context.db
  const wanted = await wantedOf(read, row)
  const text = wanted ? await wantedText(visit.context, wanted, visit.locale) : ''
  const event =
    row.kind === 'event' ? await tellableEvent(read, row.target_id, epochSeconds(visit.now)) : undefined
  const digest = row.kind === 'digest' ? await findDigest(read, row.target_id) : undefined
  const { mailSite } = options.letters.parts.site()
  const next =
    digest === undefined
      ? undefined
      : digest.next_due_at === null
        ? messages.mailRests
        : say(messages.mailNext, { when: momentText(visit.locale, mailSite, digest.next_due_at) })
  const other =
    wanted?.kind === 'digest'
      ? html`<a
          class="button plain"
          href="${doorUrl(visit, '/mail', { ...Object.fromEntries(new URLSearchParams(wanted.filter)), token, replaces: String(row.id) })}"
          >${messages.mailOtherFilter}</a
        >`
      : undefined
  return html`<section class="part" aria-labelledby="s${row.id}">
    <h2 id="s${row.id}" dir="auto">${text}</h2>
    ${next === undefined ? undefined : html`<p class="dim">${next}</p>`}
    <form method="post" action="${url}" class="stack">
      <input type="hidden" name="id" value="${row.id}" />
      ${wanted && wishes(visit, wanted, { id: row.id, event })}
      <div class="line">
        <button class="plain" name="do" value="stop">${messages.mailStop}</button>
        ${other}
      </div>
    </form>
  </section>`
}

/** What may be changed of a subscription where it stands. */
function wishes(
  visit: Visit,
  wanted: Wanted,
  { id, event }: { readonly id: number; readonly event: EventRow | undefined },
): Content {
  const { messages } = visit.locale
  const save = html`<div class="line"><button name="do" value="change">${messages.mailSave}</button></div>`
  if (wanted.kind === 'digest') {
    const chosen = chosenFor(wanted)
    return html`<details>
      <summary>${messages.mailOther}</summary>
      ${radios('rhythm', messages.mailHow, { options: rhythmOptions(visit), chosen: chosen.rhythm })}
      ${rhythmChoices(visit, chosen, `-${id}`)} ${save}
    </details>`
  }
  if (wanted.kind === 'list') return undefined
  const remind = wanted.remind === null ? '' : String(wanted.remind)
  return html`<details>
    <summary>${messages.mailRemind}</summary>
    ${choice('remind', messages.mailRemind, { options: remindOptions(visit, event, remind), chosen: remind, of: `-${id}` })}
    ${tick('changes', messages.mailChanges, wanted.changes)} ${save}
  </details>`
}

function pausedLine(visit: Visit, subscriber: SubscriberRow, url: string): Content {
  const { messages } = visit.locale
  if (!isPaused(subscriber, epochSeconds(visit.now))) return undefined
  const until = subscriber.paused_until ?? 0
  const day = new Intl.DateTimeFormat(visit.locale.tag, {
    dateStyle: 'long',
    timeZone: visit.context.siteZone.id,
    calendar: 'gregory',
  }).format(until * 1000)
  const says = until >= lastSecond ? messages.mailPausedAlways : say(messages.mailPaused, { when: day })
  const form = html`<form method="post" action="${url}">
    <button name="do" value="resume">${messages.mailGoOn}</button>
  </form>`
  return notice('open', says, form)
}

/** What concerns all of them: a pause, the language, and the end. */
function aroundAll(visit: Visit, subscriber: SubscriberRow, url: string): Html {
  const { messages } = visit.locale
  const pauses = [
    ['week', messages.mailPauseWeek],
    ['month', messages.mailPauseMonth],
    ['always', messages.mailPauseAlways],
  ] as const
  const spoken = subscriber.locale.split('-', 1)[0] ?? ''
  return html`<section class="part">
      <form method="post" action="${url}" class="stack">
        ${choice('for', messages.mailPause, { options: pauses, chosen: 'week' })}
        <div class="line"><button class="plain" name="do" value="pause">${messages.mailPause}</button></div>
      </form>
      <form method="post" action="${url}" class="stack">
        ${choice('language', messages.language, {
          options: languages.map((each) => [each, languageNames[each]] as const),
          chosen: spoken === '' ? (languageOf(visit.siteLocale) ?? '') : spoken,
        })}
        <div class="line"><button class="plain" name="do" value="change">${messages.mailSave}</button></div>
      </form>
    </section>
    <form method="post" action="${url}">
      <button class="plain" name="do" value="stop_all">${messages.mailStopAll}</button>
    </form>`
}
