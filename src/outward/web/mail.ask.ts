import { epochSeconds } from '../../pure/calendar/text.ts'
import { say } from '../../pure/locale/locale.ts'
import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { digestFilterFault } from '../../records/letters/letters.filter.ts'
import { findSubscription, publicLists, publicListNamed } from '../../records/letters/letters.query.ts'
import { readRhythm } from '../../records/letters/letters.read.ts'
import { tellableEvent } from '../../records/letters/letters.target.query.ts'
import { filterText, wantedOf } from '../../records/letters/letters.words.ts'
import { doorUrl } from './entryPage.ts'
import {
  choice,
  chosenFor,
  radios,
  remindOptions,
  rhythmChoices,
  rhythmIn,
  rhythmOptions,
  textIn,
  tick,
} from './mail.controls.ts'
import { dealWith, typedIn } from './mail.form.ts'
import { ofTexts, sayOfTexts } from './ownText.ts'
import type { Page } from './page.ts'
import { saidPage } from './submit.ts'
import { type Proposing } from './submit.forms.ts'
import type { Visit } from './visit.ts'

/** What addresses of the form have that is no filter. */
const notFilters: ReadonlySet<string> = new Set([
  'lang',
  'token',
  'replaces',
  'next',
  // Each letter has its own days, and all that is in them.
  'when',
  'from',
  'until',
  'page',
  'collapse',
  'day',
])

/** The form for a list of events by mail: exactly the filters of its address. */
export async function digestPage(door: Proposing): Promise<Page> {
  const { visit, options } = door
  const { messages } = visit.locale
  const kept = Object.fromEntries([...visit.query].filter(([name]) => name !== 'lang'))
  const filter = new URLSearchParams([...visit.query].filter(([name]) => !notFilters.has(name))).toString()
  const fault = await digestFilterFault(visit.context, filter, visit.now)
  if (fault !== undefined)
    return saidPage(visit, {
      title: messages.mailFaultFilter,
      hint: html`<span lang="en" dir="ltr">${fault}</span>`,
      status: 400,
    })
  const what = await filterText(visit.context, filter, visit.locale)
  const lists = visit.query.has('token') ? [] : await publicLists(options.context.db.read)
  const { sent, isSent } = await typedIn(door)
  const before = (isSent ? undefined : await replaced(door)) ?? chosenFor(readRhythm({ covers: 'weekend' }))
  const chosen = {
    rhythm: textIn(sent, 'rhythm') || before.rhythm,
    weekday: textIn(sent, 'weekday') || before.weekday,
    day: textIn(sent, 'day') || before.day,
    at: textIn(sent, 'at') || before.at,
  }
  return dealWith(door, {
    title: say(messages.mailWhat, { what }),
    heading: sayOfTexts(visit, messages.mailWhat, { what }),
    path: '/mail',
    kept,
    sent,
    read: () => ({ kind: 'digest', filter, ...rhythmIn({ ...sent, rhythm: chosen.rhythm }) }),
    above: lists.length === 0 ? undefined : listsPart(visit, lists),
    parts: () =>
      html`${radios('rhythm', messages.mailHow, { options: rhythmOptions(visit), chosen: chosen.rhythm })}
        <details>
          <summary>${messages.mailOther}</summary>
          ${rhythmChoices(visit, chosen)}
        </details>`,
  })
}

/** The rhythm of what is replaced, if that is a digest of whoever has the link. */
async function replaced({ visit, options }: Proposing) {
  const subscriber = await options.letters.subscriber(visit.query.get('token') ?? '')
  const id = Number(visit.query.get('replaces') ?? 0)
  if (typeof subscriber === 'string' || !Number.isSafeInteger(id)) return undefined
  const { read } = options.context.db
  const row = await findSubscription(read, id)
  const wanted = row?.subscriber_id === subscriber.id ? await wantedOf(read, row) : undefined
  return wanted?.kind === 'digest' ? chosenFor(wanted) : undefined
}

/** The form for a reminder of an event and its changes; undefined where there is none to be told of. */
export async function eventMailPage(door: Proposing): Promise<Page | undefined> {
  const { visit, options, request } = door
  const { messages } = visit.locale
  const id = Number(/^\d{1,15}$/.exec(request.params['id'] ?? '')?.[0] ?? 0)
  const event = await tellableEvent(options.context.db.read, id, epochSeconds(visit.now))
  if (!event) return undefined
  const title = plainLineOfHtml(event.title)
  const { sent, isSent } = await typedIn(door)
  const scope = textIn(sent, 'scope') || (visit.query.get('scope') === 'series' ? 'series' : 'this')
  // What has passed already is not offered; of a series there are later dates.
  const only = event.series_id === null ? event : undefined
  return dealWith(door, {
    title: say(messages.mailEvent, { title }),
    heading: sayOfTexts(visit, messages.mailEvent, { title }),
    path: `/mail/event/${id}`,
    kept: keptOf(visit),
    sent,
    read: () => ({
      kind: 'event',
      event: id,
      scope,
      remind: textIn(sent, 'remind'),
      changes: textIn(sent, 'changes') !== '',
    }),
    parts: (faults) =>
      html`${
        event.series_id === null
          ? undefined
          : radios('scope', messages.mailScope, {
              options: [
                ['this', messages.mailThis],
                ['series', messages.mailSeries],
              ],
              chosen: scope,
            })
      }
      ${choice('remind', messages.mailRemind, { options: remindOptions(visit, only, ''), chosen: textIn(sent, 'remind') })}
      ${tick('changes', messages.mailChanges, isSent ? textIn(sent, 'changes') !== '' : true)}
      ${faults['changes'] === undefined ? undefined : html`<p class="fault" role="alert">${messages.mailFaultWhat}</p>`}`,
  })
}

/** The form for letters of editors; undefined where there is no such public list. */
export async function listMailPage(door: Proposing): Promise<Page | undefined> {
  const { visit, options, request } = door
  const { messages } = visit.locale
  const list = await publicListNamed(options.context.db.read, request.params['slug'] ?? '')
  if (!list) return undefined
  const { sent } = await typedIn(door)
  return dealWith(door, {
    title: say(messages.mailWhat, { what: list.name }),
    heading: sayOfTexts(visit, messages.mailWhat, { what: list.name }),
    path: `/mail/list/${list.slug}`,
    kept: keptOf(visit),
    sent,
    read: () => ({ kind: 'list', list: String(list.id) }),
    parts: () => (list.description === '' ? undefined : html`<p ${ofTexts(visit)}>${list.description}</p>`),
  })
}

function keptOf({ query }: Visit): Readonly<Record<string, string>> {
  return Object.fromEntries([...query].filter(([name]) => name === 'token' || name === 'replaces'))
}

function listsPart(visit: Visit, lists: Awaited<ReturnType<typeof publicLists>>): Html {
  return html`<section aria-labelledby="lists">
    <h2 id="lists">${visit.locale.messages.mailLists}</h2>
    <ul class="offered">
      ${lists.map(
        ({ name, slug, description }) =>
          html`<li>
            <a href="${doorUrl(visit, `/mail/list/${slug}`)}" ${ofTexts(visit)}>${name}</a>
            ${description === '' ? undefined : html`<p class="dim" ${ofTexts(visit)}>${description}</p>`}
          </li>`,
      )}
    </ul>
  </section>`
}
