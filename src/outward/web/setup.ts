import { accentOrder } from '../../people/accounts/accounts.accents.ts'
import { fillings, type SetupFaults, type WantedSetup } from '../../people/accounts/accounts.setup.ts'
import { currenciesInUse } from '../../pure/text/currency.region.ts'
import { languages } from '../../pure/text/language.ts'
import { doorUrl, notice } from './entryPage.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { icon } from './icons.ts'
import type { Page } from './page.ts'
import { say } from '../../pure/locale/locale.ts'
import { field } from './signin.ts'
import type { Visit } from './visit.ts'
import { placesText, todaysName, zonePlaces } from './zones.ts'

/** What the page of setting up shows. */
export interface SetupShown {
  readonly token: string
  readonly wanted: WantedSetup
  readonly faults: SetupFaults
  /** The names of settings that the environment fixes. */
  readonly fixed: ReadonlySet<string>
  /** Whether nobody has chosen a zone yet, so that a browser may. */
  readonly guessesZone?: boolean
}

/** The page by which a new calendar is set up. */
export function setupPage(visit: Visit, shown: SetupShown): Page {
  const { messages } = visit.locale
  const isFaulty = Object.keys(shown.faults).length > 0
  const main = html`<div class="hello">
      <h1>${messages.setupTitle}</h1>
      <p>${messages.setupIntro}</p>
    </div>
    <div class="setup">
      <form method="post" action="${doorUrl(visit, '/admin/setup', { token: shown.token })}">
        ${isFaulty ? notice('bad', messages.setupFaults) : undefined} ${calendarPart(visit, shown)}
        ${accountPart(visit, shown)} ${fillingPart(visit, shown)}
        <div class="line">
          <button>${messages.openCalendar}</button><span class="dim">${messages.setupSignedIn}</span>
        </div>
      </form>
      ${sample(visit, shown)}
    </div>`
  return {
    status: isFaulty ? 400 : 200,
    title: messages.setupTitle,
    door: 'wide',
    doorNote: messages.setupOver,
    styles: ['door.css'],
    scripts: ['setup.js'],
    isUnlisted: true,
    main,
  }
}

function calendarPart(visit: Visit, { wanted, faults, fixed, guessesZone }: SetupShown): Html {
  const { messages } = visit.locale
  const locked = (name: string) => (fixed.has(name) ? say(messages.setupFixed, { name }) : undefined)
  return html`<section class="part" aria-labelledby="s1">
    <h2 id="s1">${messages.setupCalendar}</h2>
    ${field('siteName', messages.setupName, {
      value: wanted.siteName,
      hint: locked('SITE_NAME') ?? messages.setupNameHint,
      fault: faultText(visit, faults.siteName),
      more: `maxlength="200" required${fixed.has('SITE_NAME') ? ' readonly' : ''}`,
    })}
    ${field('sentence', messages.setupSentence, {
      value: wanted.sentence,
      hint: locked('SITE_DESCRIPTION') ?? messages.setupSentenceHint,
      fault: faultText(visit, faults.sentence),
      more: `maxlength="500"${fixed.has('SITE_DESCRIPTION') ? ' readonly' : ''}`,
    })}
    <div class="pair">
      ${field('zone', messages.setupZone, {
        value: todaysName(wanted.zone),
        hint: locked('SITE_TIMEZONE') ?? messages.setupZoneHint,
        fault: faultText(visit, faults.zone),
        more: `list="zones" autocomplete="off" required${fixed.has('SITE_TIMEZONE') ? ' readonly' : ''}${guessesZone ? ' data-guess' : ''}`,
      })}
      ${choice('locale', messages.setupLanguage, { options: locales(), chosen: wanted.locale, hint: locked('SITE_LOCALE') })}
    </div>
    <div class="pair">
      ${choice('currency', messages.setupCurrency, {
        options: [{ value: '', text: messages.setupCurrencyAuto }, ...currencies(visit)],
        chosen: wanted.currency,
        hint: locked('CURRENCY_CODE'),
      })}
      ${choice('cost', messages.setupCost, {
        options: [
          { value: '', text: messages.setupCostAuto },
          { value: 'prefix', text: messages.setupCostBefore },
          { value: 'postfix', text: messages.setupCostAfter },
        ],
        chosen: wanted.cost,
        hint: locked('CURRENCY_POSITION'),
      })}
    </div>
    ${zonesNow(visit)} ${fixed.has('SITE_THEME') ? undefined : colours(visit, wanted)}
  </section>`
}

function accountPart(visit: Visit, { wanted, faults }: SetupShown): Html {
  const { messages } = visit.locale
  return html`<section class="part" aria-labelledby="s2">
    <h2 id="s2">${messages.setupAccount}</h2>
    <div class="pair">
      ${field('name', messages.yourName, {
        value: wanted.name,
        fault: faultText(visit, faults.name),
        more: 'autocomplete="name" maxlength="100" required',
      })}
      ${field('email', messages.emailAddress, {
        type: 'email',
        value: wanted.email,
        fault: faultText(visit, faults.email),
        more: 'autocomplete="email" maxlength="254" required',
      })}
    </div>
    ${field('password', messages.password, {
      type: 'password',
      hint: messages.newPasswordHint,
      fault: faultText(visit, faults.password),
      more: 'autocomplete="new-password" minlength="12" maxlength="1000" required',
    })}
  </section>`
}

function fillingPart({ locale }: Visit, { wanted }: SetupShown): Html {
  const { messages } = locale
  const texts = {
    import: [messages.fillImport, messages.fillImportHint],
    empty: [messages.fillEmpty, messages.fillEmptyHint],
    demo: [messages.fillDemo, messages.fillDemoHint],
  } as const
  return html`<section class="part" aria-labelledby="s3">
    <h2 id="s3">${messages.setupFilling}</h2>
    <div class="scopes">
      ${fillings.map(
        (filling) =>
          html`<label class="scope"
            ><input
              type="radio"
              name="filling"
              value="${filling}"
              ${checked(filling === wanted.filling)}
            /><span><b>${texts[filling][0]}</b><span class="hint">${texts[filling][1]}</span></span></label
          >`,
      )}
    </div>
  </section>`
}

function colours({ locale }: Visit, wanted: WantedSetup): Html {
  const { messages } = locale
  const names = messages.colourNames.split('|')
  return html`<fieldset>
    <legend>${messages.setupColour}</legend>
    <div class="swatches">
      ${accentOrder.map(
        (number, at) =>
          html`<label class="swatch c-${number}"
            ><input
              type="radio"
              name="accent"
              value="${number}"
              ${checked(number === wanted.accent)}
              aria-label="${names[at]}"
            />${icon('check')}</label
          >`,
      )}
    </div>
    <p class="hint">${messages.setupColourHint}</p>
  </fieldset>`
}

/** How the front page begins, as it is at first. */
function sample({ site, siteName, assets, locale, now }: Visit, { wanted }: SetupShown): Html {
  const { messages } = locale
  const day = now.toZonedDateTimeISO('UTC').toPlainDate()
  const name = wanted.siteName === '' ? siteName : wanted.siteName
  const date = day.toLocaleString(locale.tag, { dateStyle: 'full' })
  return html`<aside aria-label="${messages.setupSample}" class="stack">
    <div class="sample-page c-${wanted.accent}">
      <p class="brand">
        <img src="${assets.url(site, 'icon.svg')}" alt="" width="36" height="36" /><span data-name dir="auto"
          >${name}</span
        >
      </p>
      <div>
        <p class="loud" dir="auto" data-name>${name}</p>
        <p class="dim">${date}</p>
        <p><span class="button">${messages.searchEvents}</span></p>
      </div>
    </div>
    <p class="hint">${messages.setupSample}</p>
  </aside>`
}

interface Option {
  readonly value: string
  readonly text: string
}

function choice(
  name: string,
  label: string,
  {
    options,
    chosen,
    hint,
    more = '',
  }: { options: readonly Option[]; chosen: string; hint: Content; more?: string },
): Html {
  const all = options.some(({ value }) => value === chosen)
    ? options
    : [{ value: chosen, text: chosen }, ...options]
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" ${sanitised(more)}>
      ${all.map(
        ({ value, text }) =>
          html`<option value="${value}" ${value === chosen ? sanitised('selected') : undefined}>
            ${text}
          </option>`,
      )}
    </select>
    ${hint === undefined ? undefined : html`<p class="hint">${hint}</p>`}
  </div>`
}

/** Every zone by its name of today, with its clock, its cities and its country. */
function zonesNow({ now, locale }: Visit): Html {
  return html`<datalist id="zones">
    ${zonePlaces().map((zone) => {
      const clock = now.toZonedDateTimeISO(zone.name).toPlainTime().toString({ smallestUnit: 'minute' })
      return html`<option
        value="${zone.name}"
        label="${clock} &middot; ${placesText(zone, locale.tag)}"
        ${zone.before === undefined ? undefined : sanitised(`data-before="${zone.before}"`)}
      ></option>`
    })}
  </datalist>`
}

/** Every currency that is in use, by its name. */
function currencies({ locale }: Visit): Option[] {
  const names = new Intl.DisplayNames(locale.tag, { type: 'currency' })
  return currenciesInUse
    .map((code) => ({ value: code, text: `${names.of(code) ?? code} (${code})` }))
    .toSorted((one, other) => one.text.localeCompare(other.text, locale.tag))
}

/** The languages that pages have, each as its readers call it. */
function locales(): Option[] {
  const tags = languages.flatMap((language) => (language === 'en' ? ['en-GB', 'en-US'] : [language]))
  return tags.map((tag) => ({
    value: tag,
    text: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
  }))
}

function faultText({ locale }: Visit, fault: SetupFaults[keyof SetupFaults]): string | undefined {
  return fault === undefined ? undefined : locale.messages[fault]
}

function checked(isChecked: boolean): Content {
  return isChecked ? sanitised('checked') : undefined
}
