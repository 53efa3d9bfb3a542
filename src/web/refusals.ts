import { html } from './html.ts'
import type { Page } from './layout.ts'

/** What is answered where there is nothing, or nothing that everybody may read. */
export const missingPage: Page = {
  status: 404,
  title: 'Page not found',
  main: html`<h1>Page not found</h1>
    <p>
      There is nothing at this address, or nothing that is public. It may have been moved or taken down.
    </p>`,
}

/** What is answered in place of an event behind a password: nothing of the event. */
export function lockedPage(canonical: string): Page {
  return {
    status: 403,
    title: 'This event needs a password',
    canonical,
    main: html`<h1>This event needs a password</h1>
      <p>Its details are shown to those who have been given its password.</p>`,
  }
}
