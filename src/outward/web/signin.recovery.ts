import { doorUrl, notice } from './entryPage.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { countText } from '../../pure/locale/locale.ts'
import { recoveryPath } from './signin.passkey.ts'
import { type Attempted, field } from './signin.ts'
import type { Visit } from './visit.ts'

/** The page on which people sign in who have lost their other ways. */
export function recoveryPage(visit: Visit, status = 200, attempted: Attempted = { login: '' }): Page {
  const { messages } = visit.locale
  const { login, isWrong, wait_s } = attempted
  const main = html`<div class="stack">
    <div>
      <h1>${messages.recoveryTitle}</h1>
      <p class="dim">${messages.recoveryHint}</p>
    </div>
    ${isWrong ? notice('bad', messages.recoveryWrong, messages.recoveryWrongHint) : undefined}
    ${
      wait_s === undefined
        ? undefined
        : notice('bad', messages.signInTooOften, countText(visit.locale, messages.signInWait, wait_s))
    }
    <form class="stack" method="post" action="${doorUrl(visit, recoveryPath)}">
      ${field('login', messages.nameOrEmail, {
        value: login,
        more: 'autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required',
      })}
      ${field('code', messages.recoveryCode, {
        more: `autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="60" required${isWrong ? ' aria-invalid="true" autofocus' : ''}`,
      })}
      <button>${messages.signIn}</button>
    </form>
    <p class="dim"><a href="${doorUrl(visit, '/signin')}">${messages.otherWay}</a></p>
  </div>`
  return {
    status,
    title: messages.recoveryTitle,
    door: 'narrow',
    styles: ['door.css'],
    isUnlisted: true,
    main,
  }
}
