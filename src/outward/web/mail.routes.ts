import type { FastifyInstance, FastifyReply } from 'fastify'
import { anonymous } from '../../http/auth/rights.ts'
import { readBody } from '../../http/sources.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import { HasAll } from '../../records/letters/letters.limits.ts'
import { settingsToken } from '../../records/letters/letters.links.ts'
import { findSubscriber } from '../../records/letters/letters.query.ts'
import type { RequestRow } from '../../records/letters/letters.types.ts'
import { askedIn } from '../../records/letters/letters.wanted.ts'
import { wantedOf, wantedText } from '../../records/letters/letters.words.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { doorUrl } from './entryPage.ts'
import { digestPage, eventMailPage, listMailPage } from './mail.ask.ts'
import { tooMuch } from './mail.form.ts'
import { linkPage } from './mail.link.ts'
import { masked, sayAside, textIn } from './mail.controls.ts'
import { settingsDoor } from './mail.settings.ts'
import type { Page } from './page.ts'
import { answer, visitOf } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import { missingPage } from './refusals.ts'
import { saidPage } from './submit.ts'
import { type Proposing, sentWith } from './submit.forms.ts'

/** A form of these pages, in bytes. */
const formLimit = 16 * 1024

type Make = (door: Proposing) => Promise<Page | undefined>

/**
 * Serves the pages on which visitors have themselves told by mail, and settle it, without a script. Whoever has signed in is nobody here,
 * and a link is the authority, whichever site it is followed from.
 */
export function registerMail(server: FastifyInstance, options: WebOptions): void {
  const openly = Object.create(options, { identify: { value: async () => anonymous } }) as WebOptions
  const serve = (url: string, make: Make, { always = false } = {}) =>
    server.route({
      method: ['GET', 'HEAD', 'POST'],
      url,
      exposeHeadRoute: false,
      bodyLimit: formLimit,
      handler: async (request: Proposing['request'], reply: FastifyReply) => {
        await options.follow()
        // Who was told once can leave at any time.
        if (!always && !options.letters.isOffered) return reply.callNotFound()
        return answer(reply, openly, (visit) => make({ options: openly, request, reply, visit }))
      },
    })
  serve('/mail', digestPage)
  serve('/mail/event/:id', eventMailPage)
  serve('/mail/list/:slug', listMailPage)
  serve('/mail/link', linkPage)
  serve('/mail/confirm/:token', confirmPage)
  serve('/mail/settings/:token', settingsDoor, { always: true })
  server.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/mail/leave/:token',
    exposeHeadRoute: false,
    bodyLimit: formLimit,
    handler: async (request: Proposing['request'], reply: FastifyReply) => {
      if (request.method === 'POST' && (await isOneClick(request))) return leaveAtOnce(openly, request, reply)
      return answer(reply, openly, (visit) => leavePage({ options: openly, request, reply, visit }))
    },
  })
}

/** Whether a mail program ends the subscription for its reader (RFC 8058, 3.1), in either encoding of forms. */
async function isOneClick({ method, headers, body }: Proposing['request']): Promise<boolean> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  try {
    const { params } = await readBody(method, headers, bytes)
    return String(params['List-Unsubscribe']).toLowerCase() === 'one-click'
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Ends it without a page: no redirect, cookie or login. */
async function leaveAtOnce(
  options: WebOptions,
  request: Proposing['request'],
  reply: FastifyReply,
): Promise<FastifyReply> {
  await options.follow()
  const { locale } = visitOf(options, request)
  const row = await options.letters.leaving(request.params['token'] ?? '')
  if (typeof row !== 'string') await options.letters.leave(row)
  const [status, text] =
    row === 'unknown' ? [404, locale.messages.notFoundTitle] : [200, locale.messages.mailStopped]
  return reply
    .code(status)
    .headers({
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(`${text}\n`)
}

/** What a link at the foot of a mail ends, and the button that does it; opening it changes nothing. */
async function leavePage(door: Proposing): Promise<Page> {
  const { options, request, visit } = door
  const { messages } = visit.locale
  const { read } = options.context.db
  const token = request.params['token'] ?? ''
  const row = await options.letters.leaving(token)
  if (row === 'unknown') return missingPage(visit)
  const stopped = { title: messages.mailStopped, hint: messages.mailStoppedHint }
  if (row === 'over') return { ...saidPage(visit, stopped), isSecret: true }
  if (request.method === 'POST') {
    await options.letters.leave(row)
    return { ...saidPage(visit, stopped), isSecret: true }
  }
  const wanted = await wantedOf(read, row)
  const subscriber = await findSubscriber(read, row.subscriber_id)
  const settings =
    subscriber &&
    doorUrl(
      visit,
      `/mail/settings/${settingsToken(options.letters.parts, subscriber, epochSeconds(visit.now))}`,
    )
  const more = [
    html`<form method="post" action="${doorUrl(visit, `/mail/leave/${token}`)}">
      <button name="do" value="stop">${messages.mailLeaveButton}</button>
    </form>`,
    settings && html`<a class="button plain" href="${settings}">${messages.mailYours}</a>`,
  ]
  const hint = wanted ? html`<bdi>${await wantedText(visit.context, wanted, visit.locale)}</bdi>` : ''
  return { ...saidPage(visit, { title: messages.mailLeave, hint, more }), isSecret: true }
}

/** What was asked for under an address, and the two buttons of its owner; opening the link changes nothing. */
async function confirmPage(door: Proposing): Promise<Page> {
  const { options, request, visit } = door
  const { messages } = visit.locale
  const token = request.params['token'] ?? ''
  const row = await options.letters.request(token)
  const over = saidPage(visit, { title: messages.linkGoneTitle, hint: messages.linkGoneHint, status: 410 })
  if (row === 'unknown') return missingPage(visit)
  if (row === 'over') return { ...over, isSecret: true }
  if (request.method === 'POST') {
    const { sent } = await sentWith(door)
    const deed = textIn(sent, 'do')
    if (deed === 'block') {
      await options.letters.block(row)
      return {
        ...saidPage(visit, { title: messages.mailNeverDone, hint: messages.mailNeverHint }),
        isSecret: true,
      }
    }
    if (deed === 'confirm')
      try {
        const done = await options.letters.confirm(row, visit.locale.tag)
        return done ? await donePage(door, done) : { ...over, isSecret: true }
      } catch (error) {
        if (error instanceof HasAll)
          return {
            ...saidPage(visit, { title: messages.mailYours, hint: messages.mailFull, status: 409 }),
            isSecret: true,
          }
        return tooMuch(door, error)
      }
  }
  return row.done_at === null ? askingPage(door, row, token) : donePage(door, row)
}

async function askingPage(door: Proposing, row: RequestRow, token: string): Promise<Page> {
  const { visit } = door
  const { messages } = visit.locale
  const url = doorUrl(visit, `/mail/confirm/${token}`)
  const hint = sayAside(messages.mailConfirmHint, {
    address: masked(row.email ?? ''),
    what: await wantedIn(door, row),
  })
  const more = [
    html`<form method="post" action="${url}">
      <button name="do" value="confirm">${messages.mailYes}</button>
    </form>`,
    html`<form method="post" action="${url}">
      <button class="plain" name="do" value="block">${messages.mailNever}</button>
    </form>`,
  ]
  return { ...saidPage(visit, { title: messages.mailConfirm, hint, more }), isSecret: true }
}

async function donePage(door: Proposing, row: RequestRow): Promise<Page> {
  const { visit } = door
  const { messages } = visit.locale
  const hint = sayAside(messages.mailDoneHint, { what: await wantedIn(door, row) })
  return { ...saidPage(visit, { title: messages.mailDone, hint }), isSecret: true }
}

async function wantedIn({ visit }: Proposing, { wanted }: RequestRow): Promise<string> {
  const asked = askedIn(wanted)
  return asked.kind === 'settings' ? '' : wantedText(visit.context, asked, visit.locale)
}
