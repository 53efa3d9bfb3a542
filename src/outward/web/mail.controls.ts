import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { remindMinutes } from '../../pure/params/letters.ts'
import { reminderMoment } from '../../records/letters/letters.reminders.write.ts'
import type { Rhythm } from '../../records/letters/letters.types.ts'
import { clockText, weekdayText } from '../../records/letters/letters.words.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import type { Visit } from './visit.ts'

/** How these pages look: in the middle, found by nobody, and no site is told of them. */
export const looks = {
  door: 'narrow',
  styles: ['door.css'],
  isUnlisted: true,
  isDeadEnd: true,
  isSecret: true,
} as const

/** What was typed into a form. */
export type Typed = Readonly<Record<string, unknown>>

/** A text that was typed; empty where it is none. */
export function textIn(sent: Typed, name: string): string {
  const text = sent[name]
  return typeof text === 'string' ? text.trim() : ''
}

/** One of a few values, of which one is chosen, each with what it is called. */
export type Options = readonly (readonly [value: string, text: Content])[]

/** Values to choose one of, under what they say. */
export function radios(
  name: string,
  label: Content,
  {
    options,
    chosen,
    fault,
  }: { readonly options: Options; readonly chosen: string; readonly fault?: string | undefined },
): Html {
  return html`<fieldset>
    <legend>${label}</legend>
    ${options.map(
      ([value, text]) =>
        html`<label class="check"
          ><input
            type="radio"
            name="${name}"
            value="${value}"
            ${value === chosen ? html`checked` : undefined}
          /><span>${text}</span></label
        >`,
    )}
    ${fault === undefined ? undefined : html`<p class="fault" role="alert">${fault}</p>`}
  </fieldset>`
}

/** A choice under its label; `of` tells apart what stands on a page more than once. */
export function choice(
  name: string,
  label: Content,
  { options, chosen, of = '' }: { readonly options: Options; readonly chosen: string; readonly of?: string },
): Html {
  const id = `${name}${of}`
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : undefined}>${text}</option>`,
      )}
    </select>
  </div>`
}

/** A box to tick. */
export function tick(name: string, label: Content, isOn: boolean): Html {
  return html`<label class="check"
    ><input type="checkbox" name="${name}" value="1" ${isOn ? html`checked` : undefined} /><span
      >${label}</span
    ></label
  >`
}

/** When before the start one may be reminded; of an event without those whose moment has passed, but for what is `chosen`. */
export function remindOptions(
  { locale, context, now }: Visit,
  event: EventRow | undefined,
  chosen: string,
): Options {
  const { messages } = locale
  const texts = {
    60: messages.mailRemind60,
    180: messages.mailRemind180,
    1440: messages.mailRemind1440,
    2880: messages.mailRemind2880,
    10_080: messages.mailRemind10080,
  }
  const offered = remindMinutes.filter(
    (remind) =>
      event === undefined ||
      String(remind) === chosen ||
      reminderMoment({ ...event, remind }, context.siteZone) > epochSeconds(now),
  )
  return [
    ['', messages.mailRemindNone],
    ...offered.map((minutes) => [String(minutes), texts[minutes]] as const),
  ]
}

/** The days and hours of a digest, as they are chosen. */
export function rhythmChoices(
  { locale }: Visit,
  chosen: { readonly weekday: string; readonly day: string; readonly at: string },
  of = '',
): Html {
  const { messages } = locale
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => [String(day), weekdayText(locale, day)] as const)
  const days = Array.from({ length: 28 }, (_, at) => [String(at + 1), String(at + 1)] as const)
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  // One that a program has asked for may be at any minute.
  const all = hours.includes(chosen.at) ? hours : [chosen.at, ...hours]
  return html`<div class="pair">
      ${choice('weekday', messages.mailWeekday, { options: weekdays, chosen: chosen.weekday, of })}
      ${choice('day', messages.mailDay, { options: days, chosen: chosen.day, of })}
    </div>
    ${choice('at', messages.mailHour, { options: all.map((at) => [at, clockText(locale, at)] as const), chosen: chosen.at, of })}`
}

/** What is chosen in a form for a rhythm. */
export function chosenFor({ frequency, weekday, day, at, covers }: Rhythm) {
  const weekly = covers === 'weekend' ? 'weekend' : 'week'
  const rhythm = { daily: 'day', weekly, monthly: 'month' }[frequency]
  return { rhythm, weekday: String(weekday ?? 5), day: String(day ?? 1), at }
}

/** What a form says of the rhythm, as the service takes it. */
export function rhythmIn(sent: Typed): Record<string, string> {
  const rhythm = textIn(sent, 'rhythm')
  const at = textIn(sent, 'at')
  const clock = at === '' ? {} : { at }
  const weekday = textIn(sent, 'weekday')
  const onDay = weekday === '' ? {} : { weekday }
  const day = textIn(sent, 'day')
  switch (rhythm) {
    case 'day':
      return { frequency: 'daily', ...clock }
    case 'week':
      return { frequency: 'weekly', ...onDay, ...clock }
    case 'month':
      return { frequency: 'monthly', ...(day === '' ? {} : { day }), ...clock }
    case '':
    case 'weekend':
      return { frequency: 'weekly', covers: 'weekend', ...onDay, ...clock }
    default:
      return { frequency: rhythm }
  }
}

/** The rhythms of forms. */
export function rhythmOptions({ locale }: Visit): Options {
  const { messages } = locale
  return [
    ['day', messages.mailDaily],
    ['weekend', messages.mailWeekend],
    ['week', messages.mailWeekly],
    ['month', messages.mailMonthly],
  ]
}

/** An address as whoever has its link is shown it: forwarded, it tells nobody more. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}…${email.slice(at)}`
}

/** The field that nobody sees: only programs fill it in. */
export function trap(): Html {
  return html`<div class="trap" aria-hidden="true">
    <label>URL <input name="url" type="text" tabindex="-1" autocomplete="off" value="" /></label>
  </div>`
}

/** A sentence with an address or a name in it, which keeps the direction of its own letters. */
export function sayAside(text: string, words: Readonly<Record<string, Content>>): Content {
  return text.split(/(\{\w+\})/).map((part) => {
    const word = words[part.slice(1, -1)]
    return part.startsWith('{') && word !== undefined ? html`<bdi>${word}</bdi>` : part
  })
}
