import { doorUrl, notice } from './entryPage.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { countText, say } from '../../pure/locale/locale.ts'
import type { Visit } from './visit.ts'
import { besidePasskey, passkeyPart, recoveryPath } from './signin.passkey.ts'
import { otherWays } from './signin.methods.ts'
import { sayOfTexts } from './ownText.ts'

/** What has happened to an attempt to sign in. */
export interface Attempted {
  /** What was typed as name. */
  readonly login: string
  /** Whether name and password did not belong together. */
  readonly isWrong?: boolean
  /** Why a passkey was not accepted. */
  readonly fault?: 'stale' | 'unknown' | 'refused' | undefined
  /** Whether it came over plain http, where no session lasts. */
  readonly isPlain?: boolean
  /** How long it has to be waited, in seconds. */
  readonly wait_s?: number | undefined
}

/** The page on which people sign in. */
export function signInPage(visit: Visit, status = 200, attempted: Attempted = { login: '' }): Page {
  const { messages } = visit.locale
  const main = html`<div class="stack">
    <div>
      <h1>${messages.signIn}</h1>
      <p class="dim">${sayOfTexts(visit, messages.signInTo, { name: visit.siteName })}</p>
    </div>
    ${told(visit, attempted)} ${passkeyPart(visit)}
    <form class="stack" method="post" action="${doorUrl(visit, '/signin')}">
      ${field('login', messages.nameOrEmail, {
        value: attempted.login,
        more: 'autocomplete="username webauthn" autocapitalize="none" spellcheck="false" maxlength="254" required',
      })}
      ${field('password', messages.password, {
        type: 'password',
        beside: html`<a href="${doorUrl(visit, '/signin/forgot')}">${messages.forgotten}</a>`,
        more: `autocomplete="current-password" maxlength="1000" required${attempted.isWrong ? ' aria-invalid="true" autofocus' : ''}`,
      })}
      ${button(visit, attempted)}
    </form>
    ${otherWays(visit)}
    <p class="dim"><a href="${doorUrl(visit, recoveryPath)}">${messages.useRecoveryCode}</a></p>
    ${proposing(visit)}
  </div>`
  const scripts = visit.hasPasskeys ? ['passkey.js'] : []
  return {
    status,
    title: messages.signIn,
    door: 'narrow',
    styles: ['door.css'],
    scripts,
    isUnlisted: true,
    main,
  }
}

/** Whoever wants to tell of an event may need no account. */
function proposing({ site, locale, proposals }: Visit): Html | undefined {
  return proposals.audience === 'everybody'
    ? html`<p class="dim"><a href="${site.home}/submit">${locale.messages.proposeTitle}</a></p>`
    : undefined
}

function told({ locale, site }: Visit, { isWrong, isPlain, fault, wait_s }: Attempted): Content {
  const { messages } = locale
  if (isPlain) {
    // The address of SITE_URL, whichever the request came to.
    const url = `${site.home}/signin`
    const [before = '', after = ''] = messages.signInElsewhere.split('{url}')
    return notice(
      'bad',
      html`${before}<a href="${url}" dir="ltr">${url}</a>${after}`,
      messages.signInElsewhereHint,
    )
  }
  const wait = wait_s === undefined ? undefined : countText(locale, messages.signInWait, wait_s)
  if (wait !== undefined) return notice('bad', messages.signInTooOften, wait)
  if (fault === 'stale') return notice('bad', messages.providerStale, messages.providerStaleHint)
  if (fault === 'unknown') return notice('bad', messages.passkeyUnknown, messages.passkeyUnknownHint)
  if (fault === 'refused') return notice('bad', messages.passkeyRefused, messages.passkeyRefusedHint)
  return isWrong ? notice('bad', messages.signInWrong, messages.signInWrongHint) : undefined
}

/** Without a script a button cannot come back by itself, so that it is never taken away: pressing it too early says so again. */
function button({ locale }: Visit, { wait_s }: Attempted): Html {
  const { messages } = locale
  if (wait_s === undefined) return html`<button ${besidePasskey}>${messages.signIn}</button>`
  return html`<button class="plain waits">${say(messages.signInAfter, { count: wait_s })}</button>`
}

/** A labelled field of a form. `more` is written by this room alone. */
export function field(
  name: string,
  label: Content,
  {
    type = 'text',
    value = '',
    more = '',
    hint,
    beside,
    fault,
  }: {
    type?: string
    value?: string
    more?: string
    hint?: Content
    beside?: Content
    fault?: string | undefined
  } = {},
): Html {
  const wrong = fault === undefined ? undefined : sanitised('aria-invalid="true"')
  return html`<div class="field">
    <div class="line"><label for="${name}">${label}</label>${beside}</div>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      ${sanitised(more)}
      ${wrong}
      ${describedBy(name, fault, hint)}
    />
    ${fault === undefined ? undefined : html`<p class="fault" id="${name}-fault">${fault}</p>`}
    ${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`
}

/** The attribute by which a field names its fault and its hint, where it has them. */
export function describedBy(name: string, fault: Content, hint: Content): Content {
  const says = [fault === undefined ? [] : `${name}-fault`, hint === undefined ? [] : `${name}-hint`].flat()
  return says.length === 0 ? undefined : sanitised(`aria-describedby="${says.join(' ')}"`)
}

/** The page that signs out by a button, or says that nobody is signed in. */
export function signOutPage(visit: Visit): Page {
  const { site, caller, locale } = visit
  const { messages } = locale
  const isOut = caller.id === 0
  const main = html`<div class="stack">
    <div>
      <h1>${isOut ? messages.signedOut : messages.signOut}</h1>
      <p class="dim">${isOut ? messages.signedOutHint : say(messages.signedIn, { name: caller.login })}</p>
    </div>
    ${
      isOut
        ? html`<a class="button" href="${doorUrl(visit, '/signin')}">${messages.signIn}</a>`
        : html`<form method="post" action="${doorUrl(visit, '/signout')}">
            <button>${messages.signOut}</button>
          </form>`
    }
    <a class="button plain" href="${site.path}/">${messages.back}</a>
  </div>`
  return {
    title: isOut ? messages.signedOut : messages.signOut,
    door: 'narrow',
    styles: ['door.css'],
    isUnlisted: true,
    main,
  }
}
