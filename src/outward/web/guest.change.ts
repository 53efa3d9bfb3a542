import { answersOf } from '../../records/registration/guests.answers.ts'
import type { GuestRow } from '../../records/registration/guests.query.ts'
import type { Registration } from '../../records/registration/registration.row.ts'
import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import { question } from './register.questions.ts'
import { field } from './signin.ts'
import type { Visit } from './visit.ts'

/** What was typed, as it was sent, and what is wrong with it by the name of the parameter. */
export interface Typed {
  readonly sent: Readonly<Record<string, unknown>>
  readonly faults: Readonly<Record<string, unknown>>
}

/** The form by which a guest says anew who they are, how many come, and what they were asked. */
export function changeForm(
  { locale }: Visit,
  {
    guest,
    registration: { party_max, questions },
    action,
    typed,
  }: {
    readonly guest: GuestRow
    readonly registration: Registration
    readonly action: string
    readonly typed: Typed | undefined
  },
): Html {
  const { messages } = locale
  const faultOf = (name: string) =>
    typed && name in typed.faults
      ? (typed.sent[name.replace('answers.', 'answer_')] ?? '') === ''
        ? messages.faultNeeded
        : messages.faultField
      : undefined
  const known = answersOf(guest)
  const answered = (key: string) => {
    const answer = typed ? typed.sent[`answer_${key}`] : known[key]
    return typeof answer === 'boolean' ? (answer ? '1' : '') : answer
  }
  const text = (name: 'name' | 'party', is: string) => {
    const sent = typed?.sent[name]
    return typeof sent === 'string' ? sent : is
  }
  const most = Math.max(party_max, guest.party)
  return html`<details ${typed ? html`open` : undefined}>
    <summary class="button plain">${messages.guestChange}</summary>
    <form method="post" action="${action}">
      ${field('name', messages.yourName, {
        value: text('name', guest.name),
        more: 'autocomplete="name" maxlength="100" required dir="auto"',
        fault: faultOf('name'),
      })}
      ${
        most > 1
          ? field('party', messages.registerParty, {
              type: 'number',
              value: text('party', String(guest.party)),
              more: `min="1" max="${most}" required`,
              fault: faultOf('party'),
            })
          : undefined
      }
      ${questions.map((one) => question(one, answered(one.key), faultOf(`answers.${one.key}`)))}
      <div class="line"><button name="do" value="change">${messages.guestSave}</button></div>
    </form>
  </details>`
}
