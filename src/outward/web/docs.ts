import { formats } from '../feeds/formats.ts'
import { type Html, html } from '../../pure/text/htmlTemplate.ts'
import { ways } from './docs.ways.ts'
import type { Page } from './page.ts'
import { docsPath, documentPath } from '../../http/catalog.ts'
import { referencePath } from './reference.ts'
import { pageHead } from './tools.ts'
import type { Visit } from './visit.ts'
import { ofTexts } from './ownText.ts'

/** The page for developers: what the interface is, a first request, how to sign in, and where the rest is. */
export function docsPage(visit: Visit, assistants: boolean): Page {
  const { service } = visit.locale.messages
  return {
    title: service,
    summary: `The REST interface of ${visit.siteName}: events, venues, organizers, categories and tags as JSON.`,
    canonical: `${visit.site.home}${docsPath}`,
    main: html`<div class="wrap">
      ${pageHead(service, undefined)}
      <div class="text" lang="en" dir="ltr">${text(visit, assistants)}</div>
    </div>`,
  }
}

/** The language of the text, whatever that of the page. */
const english = { tag: 'en' }

/** In English in every language, as the interface itself is. */
function text(visit: Visit, assistants: boolean): Html {
  const { site, siteName, siteLocale } = visit
  const { home, rest } = site
  return html`<p>
      Everything on these pages is there as data: the events, venues, organizers, categories and tags of
      <span ${ofTexts({ siteLocale, locale: english })}>${siteName}</span>, over a REST interface that answers
      JSON. It is the interface of <em>The Events Calendar</em> (version 1), so that clients written for it
      work here by another address.
    </p>
    <h2>A first request</h2>
    <p>Nobody needs an account to read. The next three events:</p>
    <pre tabindex="0"><code>curl '${rest}/events?per_page=3'</code></pre>
    <p>Those about music that cost nothing:</p>
    <pre tabindex="0"><code>curl '${rest}/events?q=music&amp;free=true'</code></pre>
    <p>
      Lists have pages (<code>page</code>, <code>per_page</code>) and tell their <code>total</code>. A value
      that is not understood is refused with a sentence that says what would be right.
    </p>
    <p>
      A <em>name</em> that a route does not know is ignored, as clients of the original expect, but told: the
      answer has the header <code>X-Unknown-Fields: category;nearest=categories</code>. With
      <code>strict=1</code> it is refused instead (400 <code>rest_invalid_param</code>, the names in
      <code>data.unknown_fields</code>), and nothing is written.
    </p>
    <h2>Signing in</h2>
    <p>
      To write, send a user&rsquo;s application password with each request, as HTTP Basic authentication over
      HTTPS, or a token as <code>Authorization: Bearer &hellip;</code>. Who runs this calendar gives them out.
    </p>
    <pre tabindex="0"><code>curl -u 'name:xxxx xxxx xxxx xxxx' -H 'Content-Type: application/json' \\
  -d '{"title": "Open day", "start_date": "2031-05-01 10:00", "end_date": "2031-05-01 16:00"}' \\
  '${rest}/events'</code></pre>
    ${ways(visit, assistants)}
    <h2>More</h2>
    <ul>
      <li>
        <a href="${home}${referencePath}">Reference</a>: every route with its parameters, answers and
        refusals, to try out
      </li>
      <li>
        <a href="${home}${documentPath}">OpenAPI document</a>: the same for programs, as OpenAPI 3.1;
        <a href="${rest}/doc">that of this namespace</a> as OpenAPI 3.0
      </li>
      <li>
        Feeds of any list of events:
        ${formats.map(
          ({ name, extension }, at) =>
            html`${at === 0 ? '' : ', '}<a href="${rest}/events.${extension}">${name}</a>`,
        )}
      </li>
      <li><a href="${home}/widget">Widget</a>: the calendar in a page of another site</li>
    </ul>`
}
