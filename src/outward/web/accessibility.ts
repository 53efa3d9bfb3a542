import { releaseDate } from '../../config/version.ts'
import { say } from '../../pure/locale/locale.ts'
import { type Content, type Html, html } from '../../pure/text/htmlTemplate.ts'
import { accessibilityPath } from './accessibility.path.ts'
import { dateText } from './dates.ts'
import type { Page } from './page.ts'
import { ofTexts, sayOfTexts } from './ownText.ts'
import { mailTo } from './prose.ts'
import type { Visit } from './visit.ts'

/**
 * The accessibility statement, under the headings of the model of Decision (EU) 2018/1523; undefined where nobody can be told of
 * barriers.
 */
export function accessibilityPage(visit: Visit): Page | undefined {
  const { site, siteName, contact, locale } = visit
  const { messages } = locale
  if (contact.accessibility === '') return undefined
  const title = messages.accessibilityTitle
  const parts: readonly (readonly [heading: string, says: Content])[] = [
    [messages.complianceTitle, html`<p>${messages[statusTexts[contact.status]]}</p>`],
    [messages.inaccessibleTitle, exceptions(visit)],
    [messages.preparationTitle, preparation(visit)],
    [messages.feedbackTitle, html`<p>${messages.feedbackHow} ${linkTo(contact.accessibility)}</p>`],
    [messages.enforcementTitle, enforcement(visit)],
  ]
  return {
    title,
    summary: `${title} – ${siteName}`,
    canonical: site.home + accessibilityPath,
    holdsUntil: Infinity,
    main: html`<article class="wrap statement">
      <div class="text">
        <h1>${title}</h1>
        <p>${sayOfTexts(visit, messages.accessibilityAims, { site: siteName, address: site.home })}</p>
        ${parts.map(
          ([heading, says]) =>
            html`<section>
              <h2>${heading}</h2>
              ${says}
            </section>`,
        )}
      </div>
    </article>`,
  }
}

const statusTexts = {
  full: 'complianceFull',
  partial: 'compliancePartial',
  none: 'complianceNone',
} as const satisfies Record<Visit['contact']['status'], keyof Visit['locale']['messages']>

/** What the operator says, in paragraphs; else what is known of any calendar. */
function exceptions(visit: Visit): Html {
  const { contact, locale } = visit
  const own = contact.exceptions.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  if (own.length > 0)
    return html`${own.map((part) => html`<p class="lines" ${ofTexts(visit)}>${part.trim()}</p>`)}`
  const { inaccessibleNone, inaccessibleTexts } = locale.messages
  return html`<p>${contact.status === 'full' ? inaccessibleNone : inaccessibleTexts}</p>`
}

function preparation({ locale }: Visit): Html {
  const { preparationHow, lastReviewed } = locale.messages
  const date = dateText(locale, Temporal.PlainDate.from(releaseDate()), 'longDay')
  return html`<p>${preparationHow}</p>
    <p>${say(lastReviewed, { date })}</p>`
}

function enforcement({ contact, locale }: Visit): Html {
  const { enforcementHow, enforcementBody } = locale.messages
  if (contact.enforcement === '') return html`<p>${enforcementBody}</p>`
  return html`<p>${enforcementHow} ${linkTo(contact.enforcement)}</p>`
}

function linkTo(contact: string): Content {
  if (contact.startsWith('mailto:')) return mailTo(contact.slice('mailto:'.length))
  return html`<a href="${contact}" rel="external noopener" dir="ltr"
    >${contact.replace(/^https:\/\//, '')}</a
  >`
}
