import type { Site } from '../../http/site.ts'
import type { LettersParts } from './letters.parts.ts'
import type { Rendering } from './letters.types.ts'

/** What mails of letters are made with, by the settings as they are now; `links`: where links lead, by default to SITE_URL. */
export function renderingOf(
  { context, site, settings, look }: LettersParts,
  now: Temporal.Instant,
  links?: Site,
): Rendering {
  const { mailSite, links: usual } = site()
  const { name, theme } = look()
  const { zone, localeFor } = mailSite
  return {
    context,
    site: links ?? usual,
    siteName: name,
    zone,
    localeFor,
    imprint: settings().imprint,
    theme,
    now,
  }
}
