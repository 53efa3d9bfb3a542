import type { PasswordFault } from '../../http/auth/ownPassword.ts'
import { doorUrl, notice } from './entryPage.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { countText, say } from '../../pure/locale/locale.ts'
import { field, type Attempted } from './signin.ts'
import type { Visit } from './visit.ts'

const door = { door: 'narrow', styles: ['door.css'], isUnlisted: true } as const

/** The page on which a link is asked for. Where no mail is sent, it says who can help. */
export function forgotPage(
  visit: Visit,
  sendsLinks: boolean,
  { login, wait_s }: Attempted = { login: '' },
): Page {
  const { locale } = visit
  const { messages } = locale
  if (!sendsLinks) return toldPage(visit, { title: messages.forgotTitle, hint: messages.forgotNoMail })
  const main = html`<div class="stack">
    <div>
      <h1>${messages.forgotTitle}</h1>
      <p class="dim">${messages.forgotHint}</p>
    </div>
    ${
      wait_s === undefined
        ? undefined
        : notice('bad', messages.signInTooOften, countText(locale, messages.signInWait, wait_s))
    }
    <form class="stack" method="post" action="${doorUrl(visit, '/signin/forgot')}">
      ${field('login', messages.nameOrEmail, {
        value: login,
        more: 'autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required',
      })}
      <button>${messages.sendLink}</button>
    </form>
    <p class="dim"><a href="${doorUrl(visit, '/signin')}">${messages.otherWay}</a></p>
  </div>`
  return { ...door, status: wait_s === undefined ? 200 : 429, title: messages.forgotTitle, main }
}

/** What is answered to everybody who asks for a link. */
export function forgotSentPage(visit: Visit): Page {
  const { forgotSent, forgotSentHint } = visit.locale.messages
  return toldPage(visit, { title: forgotSent, hint: forgotSentHint })
}

/** The page on which a password is chosen by a link. */
export function choosePage(visit: Visit, login: string, fault?: PasswordFault): Page {
  const { messages } = visit.locale
  const main = html`<div class="stack">
    <div>
      <h1>${messages.chooseTitle}</h1>
      <p class="dim">${say(messages.chooseHint, { name: login })}</p>
    </div>
    ${fault === undefined ? undefined : notice('bad', messages[fault])}
    <form class="stack" method="post" action="${doorUrl(visit, visit.path)}">
      <input type="hidden" name="username" value="${login}" autocomplete="username" />
      ${field('password', messages.newPassword, {
        type: 'password',
        hint: messages.newPasswordHint,
        more: `autocomplete="new-password" minlength="12" maxlength="1000" required${fault === undefined ? '' : ' aria-invalid="true" autofocus'}`,
      })}
      <button>${messages.savePassword}</button>
    </form>
  </div>`
  return { ...door, status: fault === undefined ? 200 : 400, title: messages.chooseTitle, main }
}

/** The page on which somebody confirms the address of their account by a button. */
export function confirmPage(visit: Visit, words: { name: string; email: string }): Page {
  const { emailTitle, emailHint, emailConfirm } = visit.locale.messages
  const main = html`<div class="stack">
    <div>
      <h1>${emailTitle}</h1>
      <p class="dim" dir="auto">${say(emailHint, words)}</p>
    </div>
    <form class="stack" method="post" action="${doorUrl(visit, visit.path)}">
      <button>${emailConfirm}</button>
    </form>
  </div>`
  return { ...door, title: emailTitle, main }
}

/** What is said when it is done. */
export function confirmedPage(visit: Visit, email: string): Page {
  const { emailDone, emailDoneHint } = visit.locale.messages
  return toldPage(visit, { title: emailDone, hint: say(emailDoneHint, { email }) })
}

/** What is said when somebody else has the address by now. */
export function addressTakenPage(visit: Visit): Page {
  const { emailTaken, emailTakenHint } = visit.locale.messages
  return toldPage(visit, { status: 409, title: emailTaken, hint: emailTakenHint })
}

/** The page for a link that was used, or is too old, or never was one: nothing tells which. */
export function linkOverPage(visit: Visit): Page {
  const { linkOver, linkOverHint, askAgain } = visit.locale.messages
  const way = { text: askAgain, url: doorUrl(visit, '/signin/forgot') }
  return toldPage(visit, { status: 410, title: linkOver, hint: linkOverHint, way })
}

function toldPage(
  visit: Visit,
  told: { status?: number; title: string; hint: string; way?: { text: string; url: string } },
): Page {
  const { status = 200, title, hint, way } = told
  const { text, url } = way ?? { text: visit.locale.messages.signIn, url: doorUrl(visit, '/signin') }
  const main = html`<div class="stack">
    <div>
      <h1>${title}</h1>
      <p class="dim">${hint}</p>
    </div>
    <a class="button" href="${url}">${text}</a>
  </div>`
  return { ...door, status, title, main }
}
