import { escapeHtml } from '../../pure/text/html.ts'
import { type Language, languages, spokenIn } from '../../pure/text/language.ts'
import { type Content, type Html, html, sanitised } from '../../pure/text/htmlTemplate.ts'
import type { Page } from './page.ts'
import type { Visit } from './visit.ts'

/** The parameter that every page takes: the language that its reader has chosen, whatever their browser asks for. */
const parameter = 'lang'

/** How each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
  it: 'Italiano',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
}

/** The language that an address chooses; undefined where it chooses none of ours. */
export function chosenIn(query: URLSearchParams): Language | undefined {
  return languages.find((language) => language === query.get(parameter))
}

/** The address of the page in a language. */
export function inLanguage(url: string, language: Language): string {
  const [address = '', ...fragment] = url.split('#')
  return [`${address}${address.includes('?') ? '&' : '?'}${parameter}=${language}`, ...fragment].join('#')
}

/** The canonical address of a page as it was asked for: its language is a part of it. */
export function canonicalIn({ canonical }: Page, { query }: Visit): string | undefined {
  const chosen = chosenIn(query)
  return canonical === undefined || chosen === undefined ? canonical : inLanguage(canonical, chosen)
}

/** The language of a locale, without its country. */
export function languageOf({ tag }: Pick<Visit['locale'], 'tag'>): Language | undefined {
  return spokenIn(tag)?.language
}

/** Whether the page is one that search engines are told of, in each language. */
function isInAll({ canonical, status = 200, isUnlisted, isDeadEnd }: Page): boolean {
  return canonical !== undefined && status === 200 && !isUnlisted && !isDeadEnd
}

/** Where search engines find the page in each language; the address without one is in that of the reader. */
export function alternates(page: Page): Content {
  const { canonical } = page
  if (canonical === undefined || !isInAll(page)) return undefined
  const all = languages.map((language): [string, string] => [language, inLanguage(canonical, language)])
  return [['x-default', canonical] as const, ...all].map(
    ([language, url]) => html`<link rel="alternate" hreflang="${language}" href="${url}" />`,
  )
}

/** The language of the page for previews on other sites, and those in which it is there too: as these want them, with a country (Open Graph). */
export function localesOf(page: Page, { locale, siteLocale }: Visit): [name: string, content: string][] {
  const others = isInAll(page) ? languages.filter((language) => language !== languageOf(locale)) : []
  const ofSite = (language: Language) => (language === languageOf(siteLocale) ? siteLocale.tag : language)
  return [
    ['og:locale', withCountry(locale.tag)],
    ...others.map((language): [string, string] => ['og:locale:alternate', withCountry(ofSite(language))]),
  ]
}

/** The tag as `de_DE`: a language without a country has the one where most of its readers are. */
function withCountry(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize()
  return `${language}_${region}`
}

/** The choice of a language, each called as its readers call it. */
export function languageMenu({ canonical }: Page, { site, locale }: Visit): Html {
  const here = languageOf(locale)
  return html`<nav class="languages" aria-label="${locale.messages.language}">
    <ul>
      ${languages.map(
        (language) =>
          html`<li>
            <a
              href="${inLanguage(canonical ?? `${site.home}/`, language)}"
              lang="${language}"
              hreflang="${language}"
              ${language === here ? sanitised('aria-current="true"') : undefined}
              >${languageNames[language]}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

/** Where pages are, below the home of the site: what else is linked to has no language. */
const pages =
  /^(?:$|[?#]|\/(?:$|[?#]|(?:list|map|month|week|day|event|venue|organizer|events|tag|widget|signin|signout|submit)(?:[/?#]|$)))/

/** The document with the chosen language in the links and forms that lead to other pages: the one place that keeps it. */
export function keepingLanguage(document: string, { site, query }: Visit): string {
  const chosen = chosenIn(query)
  if (chosen === undefined) return document
  const home = escapeHtml(site.home)
  const isPage = (url: string) => url.startsWith(home) && pages.test(url.slice(home.length))
  return document
    .replaceAll(/(<a\s[^>]*?href=")([^"]*)(")/g, (whole, before: string, url: string, after: string) =>
      isPage(url) && !/[?&;]lang=/.test(url)
        ? `${before}${inLanguage(url, chosen).replace(`&${parameter}=`, `&amp;${parameter}=`)}${after}`
        : whole,
    )
    .replaceAll(/<form\s[^>]*?action="([^"]*)"[^>]*>/g, (tag, url: string) =>
      isPage(url) && !/method="post"/.test(tag)
        ? `${tag}<input type="hidden" name="${parameter}" value="${chosen}" />`
        : tag,
    )
}
