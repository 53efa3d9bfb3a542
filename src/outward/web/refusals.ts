import type { ApiError } from '../../pure/errors/errors.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { calendarUrl } from './calendar.address.ts'
import { say } from '../../pure/locale/locale.ts'
import { nearestValue } from './nearest.ts'
import { type WayOut, waysOut } from './ways.ts'
import { pageHead } from './tools.ts'
import type { Visit } from './visit.ts'

/** The page for an address without anything, or without anything that this reader may see; with what may have been meant. */
export function missingPage(visit: Visit, ways: readonly WayOut[] = []): Page {
  const { notFoundTitle, notFoundHint } = visit.locale.messages
  return { status: 404, title: notFoundTitle, main: told(visit, notFoundTitle, notFoundHint, waysOut(ways)) }
}

/** The page for a request that the service would refuse, with its reason, and with the address as it may have been meant. */
export async function refusedPage(visit: Visit, error: ApiError): Promise<Page> {
  const { status, message, extras } = error
  const { messages } = visit.locale
  if (status === 404 || status === 410) return missingPage(visit, await waysFrom(visit, ['page']))
  if (status === 429) return { ...waitPage(visit), status }
  const [title, hint] =
    status === 401 || status === 403
      ? [messages.signInTitle, messages.signInHint]
      : [messages.refusedTitle, messages.refusedHint]
  const params = extras.data?.['params']
  const names = typeof params === 'object' && params !== null ? Object.keys(params) : []
  const reason = html`<p class="reason" lang="en" dir="ltr">${message}</p>
    ${waysOut(await waysFrom(visit, names))}`
  return { status, title, main: told(visit, title, hint, reason) }
}

/** The same address with what is nearest to each wrong value, and without all of them; what is right in it stays. */
async function waysFrom(visit: Visit, names: readonly string[]): Promise<WayOut[]> {
  const { messages } = visit.locale
  const sent = [...visit.query].filter(([name]) => names.includes(name))
  if (sent.length === 0) return []
  const others = [...visit.query].filter(([name]) => !names.includes(name))
  const ways: WayOut[] = []
  const near = await Promise.all(
    sent.map(async ([name, value]) => [name, await nearestValue(visit, name, value)] as const),
  )
  const meant = near.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  if (meant.length > 0)
    ways.push({
      url: calendarUrl(visit.site, visit.path, [...others, ...meant]),
      text: say(messages.didYouMean, { text: meant.map(([, value]) => value).join(', ') }),
    })
  const filter = sent.map(([name, value]) => `${name}=${value}`).join(', ')
  ways.push({
    url: calendarUrl(visit.site, visit.path, others),
    text: say(messages.withoutFilter, { filter }),
  })
  return ways
}

/** The page for a request that may work later. */
export function waitPage(visit: Visit): Page {
  const { waitTitle, waitHint } = visit.locale.messages
  return { status: 503, title: waitTitle, main: told(visit, waitTitle, waitHint) }
}

/** The page for an error of ours, without details. */
export function failedPage(visit: Visit): Page {
  const { failedTitle, failedHint } = visit.locale.messages
  return { status: 500, title: failedTitle, main: told(visit, failedTitle, failedHint) }
}

/** The page for a protected event: nothing of the event, and a form for the password. */
export function lockedPage(visit: Visit, canonical: string, isWrong: boolean): Page {
  const { messages } = visit.locale
  const form = html`<form class="unlock" method="post" action="${canonical}">
    ${isWrong ? html`<p class="wrong" id="wrong" role="alert">${messages.passwordWrong}</p>` : undefined}
    <label for="password">${messages.password}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="off"
      required
      maxlength="255"
      ${isWrong ? sanitised('aria-invalid="true" aria-describedby="wrong" autofocus') : undefined}
    />
    <button type="submit">${messages.open}</button>
  </form>`
  return {
    status: 403,
    title: messages.passwordTitle,
    canonical,
    isUnlisted: true,
    main: told(visit, messages.passwordTitle, messages.passwordHint, form),
  }
}

function told({ site, locale }: Visit, title: string, hint: string, more?: Content): Html {
  return html`<div class="wrap">
    ${pageHead(title, hint)}
    <div class="refusal">
      ${more}
      <p><a class="button" href="${site.home}/">${locale.messages.back}</a></p>
    </div>
  </div>`
}
