import { type Language, languages } from '../../pure/text/language.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import { icon, type IconName } from './icons.ts'
import { chosenIn, languageNames, languageOf } from './languages.ts'
import type { Page } from './page.ts'
import type { Visit } from './visit.ts'
import { ofTexts } from './ownText.ts'

/** The body of a page that stands before the calendar: the name of the site, the languages, and one thing to do. */
export function doorBody(page: Page, visit: Visit): Html {
  const { site, siteName, logo, locale, assets } = visit
  const size = logo === undefined ? 'width="36" height="36"' : 'height="36"'
  return html`<body class="door">
    <a class="skip" href="#main">${locale.messages.skip}</a>
    <header>
      <a class="brand" href="${site.path}/"
        ><img src="${assets.url(site, logo ?? 'icon.svg')}" alt="" ${sanitised(size)} /><span
          ${ofTexts(visit)}
          >${siteName}</span
        ></a
      >
      ${languageChoice(visit, page)}
    </header>
    <main id="main" tabindex="-1" class="${page.door === 'wide' ? 'roomy' : ''}">${page.main}</main>
    <footer><p>${page.doorNote ?? html`<a href="${site.path}/">${locale.messages.back}</a>`}</p></footer>
  </body>`
}

/** The languages in a menu that opens without a script: the same page in each of them. */
function languageChoice(visit: Visit, { kept = {} }: Pick<Page, 'kept'>): Html {
  const here = languageOf(visit.locale)
  return html`<details class="menu">
    <summary class="button plain">
      <span class="hidden">${visit.locale.messages.language}: </span
      >${languageNames[here as Language]}${icon('down')}
    </summary>
    <div class="drop">
      <ul>
        ${languages.map(
          (language) =>
            html`<li>
              <a
                href="${doorUrl(visit, visit.path, { ...kept, lang: language })}"
                lang="${language}"
                hreflang="${language}"
                rel="nofollow"
                ${language === here ? sanitised('aria-current="true"') : undefined}
                >${languageNames[language]}</a
              >
            </li>`,
        )}
      </ul>
    </div>
  </details>`
}

/**
 * The address of such a page, below the origin that this one was asked for at, so that its forms are sent to where they come
 * from. It keeps the language, and where its reader wanted to go.
 */
export function doorUrl(
  { site, query }: Pick<Visit, 'site' | 'query'>,
  path: string,
  words: Readonly<Record<string, string>> = {},
): string {
  const language = chosenIn(query)
  const next = query.get('next')
  const all = new URLSearchParams({
    ...(next === null ? {} : { next }),
    ...(language === undefined ? {} : { lang: language }),
    ...words,
  })
  return `${site.path}${path}${all.size === 0 ? '' : `?${all.toString()}`}`
}

/** By what a notice is recognised beside its colour: something went wrong, went well, or is not done yet. */
const drawings = { bad: 'stop', good: 'check', open: 'more' } as const satisfies Record<string, IconName>

/** What is to be known before anything else on the page. */
export function notice(kind: keyof typeof drawings, what: Content, more?: Content): Html {
  return html`<div class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">
    ${icon(drawings[kind])}
    <div>
      <p><b>${what}</b></p>
      ${more === undefined ? undefined : html`<p>${more}</p>`}
    </div>
  </div>`
}
