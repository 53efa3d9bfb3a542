import { doorUrl } from './entryPage.ts'
import { type Content, html } from '../../pure/text/htmlTemplate.ts'
import { say } from '../../pure/locale/locale.ts'
import type { Visit } from './visit.ts'

/** Ways to sign in beside a password, on the sign-in page. */
export function otherWays(visit: Visit): Content {
  const { messages } = visit.locale
  const { provider } = visit
  if (provider === undefined) return undefined
  return html`<p class="dim">${messages.orElse}</p>
    <a class="button plain" rel="nofollow" href="${doorUrl(visit, '/signin/oidc')}"
      >${say(messages.signInWith, { name: provider })}</a
    >`
}
