import { decode } from '../../http/decodedParameters.ts'
import { html } from '../../pure/text/htmlTemplate.ts'
import { subscribeParams } from '../../records/letters/letters.params.ts'
import { doorUrl } from './entryPage.ts'
import { looks, textIn, trap } from './mail.controls.ts'
import { emailField, tooMuch, typedIn } from './mail.form.ts'
import type { Page } from './page.ts'
import { saidPage } from './submit.ts'
import { type Proposing } from './submit.forms.ts'

/** The form by which the owner of an address gets the link to its settings. */
export async function linkPage(door: Proposing): Promise<Page> {
  const { visit, options } = door
  const { messages } = visit.locale
  const { sent, isSent } = await typedIn(door)
  const email = textIn(sent, 'email')
  const { faults } = decode(subscribeParams, { email })
  if (!isSent || faults.has('email')) {
    const fault = isSent ? messages.faultAddress : undefined
    const main = html`<div class="stack">
      <div>
        <h1>${messages.mailLink}</h1>
        <p class="dim">${messages.mailLinkHint}</p>
      </div>
      <form method="post" action="${doorUrl(visit, '/mail/link')}" class="stack">
        ${emailField(visit, email, fault)} ${trap()}
        <button>${messages.mailLink}</button>
      </form>
    </div>`
    return { ...looks, status: isSent ? 400 : 200, title: messages.mailLink, main }
  }
  if (textIn(sent, 'url') === '')
    try {
      await options.letters.askForLink({ email, locale: visit.locale.tag }, visit)
    } catch (error) {
      return tooMuch(door, error)
    }
  return {
    ...saidPage(visit, { title: messages.mailLook, hint: messages.mailLinkHint, status: 202 }),
    isSecret: true,
  }
}
