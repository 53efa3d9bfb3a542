import { doorUrl } from './entryPage.ts'
import { type Content, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Visit } from './visit.ts'

/** Where a browser asks for the question that a passkey answers. */
export const questionPath = '/signin/passkey/question'

/** Where its answer is sent. */
export const passkeyPath = '/signin/passkey'

/** Where people sign in with a recovery code. */
export const recoveryPath = '/signin/recovery'

/** The way to sign in with a passkey, which a script shows where the browser knows of any. */
export function passkeyPart(visit: Visit): Content {
  const { messages } = visit.locale
  if (!visit.hasPasskeys) return undefined
  return html`<form
    class="stack"
    method="post"
    action="${doorUrl(visit, passkeyPath)}"
    data-passkey
    data-question="${visit.site.path}${questionPath}"
    data-none="${messages.passkeyNone}"
    hidden
  >
    <input type="hidden" name="response" />
    <button type="button">${messages.usePasskey}</button>
    <p class="hint" role="status"></p>
    <p class="or">${messages.orElse}</p>
  </form>`
}

/** What stands at the button of the password where a passkey comes first. */
export const besidePasskey = sanitised('data-beside-passkey')
