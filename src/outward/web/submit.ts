import { doorUrl, notice } from './entryPage.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import { describedBy, field } from './signin.ts'
import type { FormField, FormValues } from './submit.values.ts'
import { type OwnInput, ownInputs, type TypedOwn } from './submit.own.ts'
import type { Visit } from './visit.ts'
import { sayOfTexts } from './ownText.ts'

/** What a form of proposals shows. */
export interface FormShown {
  readonly kind: 'new' | 'change' | 'report'
  /** The path that it is sent to. */
  readonly path: string
  readonly values: FormValues
  /** What is wrong, by field: a text of the pages. */
  readonly faults: Readonly<Partial<Record<FormField | 'file' | 'form' | OwnInput, string>>>
  /** What is typed of the fields that the calendar has declared. */
  readonly own: TypedOwn
  /** The title of the event that it is about, as plain text. */
  readonly about: string
  readonly categories: readonly { readonly id: number; readonly name: string }[]
  /** When it is shown, sealed. */
  readonly time: string
  /** Whether it asks who sends it: nobody is asked who has signed in, or comes back to what they sent. */
  readonly asksWho: boolean
  /** Whether what was sent is corrected. */
  readonly isCorrection?: boolean
  readonly status?: number
}

const looks = { door: 'wide', styles: ['door.css'], isUnlisted: true, isDeadEnd: true } as const

/** The form by which somebody proposes something. */
export function proposalPage(visit: Visit, shown: FormShown): Page {
  const { messages } = visit.locale
  const { kind, about, faults } = shown
  const [title, intro] = (
    {
      new: [messages.proposeTitle, messages.proposeIntro],
      change: [messages.changeTitle, sayOfTexts(visit, messages.changeIntro, { title: about })],
      report: [messages.reportTitle, sayOfTexts(visit, messages.reportIntro, { title: about })],
    } as const
  )[kind]
  const isFaulty = Object.keys(faults).length > 0
  const main = html`<div class="hello">
      <h1>${title}</h1>
      <p>${intro}</p>
    </div>
    <div class="setup">
      <form method="post" action="${doorUrl(visit, shown.path)}" enctype="multipart/form-data">
        ${isFaulty ? notice('bad', faults.form ?? messages.faultsInForm) : undefined}
        ${kind === 'report' ? undefined : eventParts(visit, shown)} ${youPart(visit, shown)}
        <input type="hidden" name="time" value="${shown.time}" />
        <div class="trap" aria-hidden="true">
          <label>URL <input name="url" type="text" tabindex="-1" autocomplete="off" value="" /></label>
        </div>
        <div class="line"><button>${sendText(visit, shown)}</button></div>
      </form>
      ${whatNext(visit)}
    </div>`
  return { ...looks, status: shown.status ?? (isFaulty ? 400 : 200), title, main }
}

function sendText({ locale }: Visit, { kind, isCorrection }: FormShown): string {
  if (isCorrection) return locale.messages.sendChanges
  return kind === 'report' ? locale.messages.sendReport : locale.messages.sendProposal
}

/** What happens, when, where and by whom. */
function eventParts(visit: Visit, shown: FormShown): Html {
  const { messages } = visit.locale
  const { kind, values, faults } = shown
  const text = (name: FormField, label: string, more: string, hint?: string) =>
    field(name, label, {
      value: values[name],
      more,
      fault: faults[name],
      ...(hint === undefined ? {} : { hint }),
    })
  return html`<section class="part" aria-labelledby="s1">
      <h2 id="s1">${messages.partWhat}</h2>
      ${text('title', messages.proposeName, 'maxlength="200" required dir="auto"')}
      ${area('description', messages.proposeText, { values, faults, hint: messages.proposeTextHint, rows: 7 })}
      <div class="pair">
        ${text('cost', messages.price, 'maxlength="200"', messages.priceHint)}
        ${field('website', messages.website, { value: values.website, more: 'maxlength="1000" inputmode="url" placeholder="https://" dir="ltr"', fault: faults.website })}
      </div>
      ${kind === 'new' ? categoryChoice(visit, shown) : undefined} ${ownInputs(visit, 'event', shown)}
    </section>
    <section class="part" aria-labelledby="s2">
      <h2 id="s2">${messages.partWhen}</h2>
      <div class="pair">
        ${field('start', messages.begins, { type: 'datetime-local', value: values.start, more: 'required', fault: faults.start })}
        ${field('end', messages.ends, { type: 'datetime-local', value: values.end, hint: kind === 'new' ? messages.endsHint : undefined, fault: faults.end })}
      </div>
      <label class="check"
        ><input type="checkbox" name="all_day" value="1" ${flagged(values.all_day !== '', 'checked')} /><span
          >${messages.allDay}</span
        ></label
      >
      ${kind === 'new' ? repeatChoice(visit, shown) : undefined}
    </section>
    <section class="part" aria-labelledby="s3">
      <h2 id="s3">${messages.partWhere}</h2>
      ${text('venue', messages.placeName, 'maxlength="200" dir="auto"', messages.placeHint)}
      <div class="pair">
        ${text('address', messages.street, 'maxlength="200" autocomplete="off" dir="auto"')}
        ${text('city', messages.city, 'maxlength="100" autocomplete="off" dir="auto"')}
      </div>
      ${ownInputs(visit, 'venue', shown)}
      ${text('organizer', messages.organizedBy, 'maxlength="200" dir="auto"')}
    </section>
    <section class="part" aria-labelledby="s4">
      <h2 id="s4">${messages.picture}</h2>
      ${field('file', messages.picture, { type: 'file', more: 'accept="image/jpeg,image/png,image/webp,image/gif,image/avif"', hint: messages.pictureHint, fault: faults.file })}
      ${text('alt_text', messages.pictureShows, 'maxlength="300" dir="auto"')}
    </section>`
}

function youPart(visit: Visit, { kind, values, faults, asksWho }: FormShown): Html {
  const { messages } = visit.locale
  const label = kind === 'report' ? messages.whatIsWrong : messages.noteToEditors
  return html`<section class="part" aria-labelledby="s5">
    <h2 id="s5">${asksWho ? messages.partYou : label}</h2>
    ${area('note', label, { values, faults, rows: kind === 'report' ? 5 : 3, isNeeded: kind === 'report' })}
    ${
      asksWho
        ? html`<div class="pair">
            ${field('name', messages.yourName, { value: values.name, more: 'autocomplete="name" maxlength="100" dir="auto"', fault: faults.name })}
            ${field('email', messages.emailAddress, { type: 'email', value: values.email, more: 'autocomplete="email" maxlength="254" required dir="ltr"', hint: messages.addressHint, fault: faults.email })}
          </div>`
        : undefined
    }
  </section>`
}

function area(
  name: FormField,
  label: string,
  about: Pick<FormShown, 'values' | 'faults'> & { hint?: string; rows: number; isNeeded?: boolean },
): Html {
  const { values, faults, hint, rows, isNeeded = false } = about
  const fault = faults[name]
  const says = describedBy(name, fault, hint)
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea
      id="${name}"
      name="${name}"
      rows="${rows}"
      maxlength="${name === 'note' ? '2000' : '20000'}"
      dir="auto"
      ${flagged(isNeeded, 'required')}
      ${flagged(fault !== undefined, 'aria-invalid="true"')}
      ${says}
    >
${values[name]}</textarea>
    ${fault === undefined ? undefined : html`<p class="fault" id="${name}-fault">${fault}</p>`}
    ${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`
}

function categoryChoice({ locale }: Visit, { categories, values }: FormShown): Content {
  if (categories.length === 0) return undefined
  const options = categories.map(({ id, name }) => [String(id), name] as const)
  return choice(
    'category',
    locale.messages.category,
    [['', locale.messages.noChoice], ...options],
    values.category,
  )
}

function repeatChoice({ locale }: Visit, { values, faults }: FormShown): Html {
  const { messages } = locale
  const options = [
    ['', messages.repeatsNot],
    ['weekly', messages.repeatsWeekly],
    ['biweekly', messages.repeatsBiweekly],
    ['monthly', messages.repeatsMonthly],
  ] as const
  return html`<div class="pair">
    ${choice('repeat', messages.repeats, options, values.repeat)}
    ${field('until', messages.repeatsUntil, { type: 'date', value: values.until, fault: faults.until })}
  </div>`
}

function choice(
  name: FormField,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${flagged(value === chosen, 'selected')}>${text}</option>`,
      )}
    </select>
  </div>`
}

/** An attribute where it applies. It is written by this room alone. */
function flagged(applies: boolean, attribute: string): Content {
  return applies ? sanitised(attribute) : undefined
}

function whatNext({ locale, caller }: Visit): Html {
  const { messages } = locale
  const steps = [
    messages.proposeNext1,
    ...(caller.id === 0 ? [messages.proposeNext2] : []),
    messages.proposeNext3,
  ]
  return html`<aside class="stack" aria-label="${messages.nextTitle}">
    <h2>${messages.nextTitle}</h2>
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
  </aside>`
}

/** A page that says one thing, with what can be done then: else it leads back to the calendar. */
export function saidPage(
  visit: Visit,
  said: { readonly title: string; readonly hint: Content; readonly status?: number; readonly more?: Content },
): Page {
  const main = html`<div class="stack">
    <div>
      <h1>${said.title}</h1>
      <p class="dim">${said.hint}</p>
    </div>
    ${said.more ?? html`<a class="button plain" href="${visit.site.path}/">${visit.locale.messages.back}</a>`}
  </div>`
  return { ...looks, door: 'narrow', status: said.status ?? 200, title: said.title, main }
}
