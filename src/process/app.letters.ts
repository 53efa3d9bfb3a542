import { linkSiteOf } from '../people/accounts/accounts.links.write.ts'
import { lettersTransportOf } from '../people/mail/mail.transport.ts'
import type { Metrics } from '../people/metrics/metrics.ts'
import type { Shown } from '../people/settings/settings.live.ts'
import { installationSecret } from '../http/auth/secret.ts'
import { siteOf } from '../http/site.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../http/context.ts'
import { renderChanges, renderReminder } from '../records/letters/letters.change.render.ts'
import { createLetterDelivery, type LetterDelivery } from '../records/letters/letters.delivery.ts'
import { renderDigest } from '../records/letters/letters.digest.render.ts'
import { renderLetter } from '../records/letters/letters.letter.render.ts'
import type { LettersParts } from '../records/letters/letters.parts.ts'
import { renderingOf } from '../records/letters/letters.rendering.ts'
import type { LetterWriter } from '../records/letters/letters.writer.ts'

/** What dealing with letters takes; settings are read when they are needed. */
export async function letterPartsOf(
  { now, log }: Pick<LettersParts, 'now' | 'log'>,
  context: Context,
  { live: { config }, theme }: Shown,
): Promise<LettersParts> {
  return {
    context,
    now,
    log,
    secret: await installationSecret(context.db),
    site: () => ({
      ...linkSiteOf(config),
      links: siteOf(config, config.namespaces[0] ?? '', 'http://localhost'),
    }),
    look: () => ({
      name: theme.name ?? config.siteName,
      theme: theme.colours ? theme : { ...theme, colours: config.siteTheme },
    }),
    settings: () => ({
      isOn: config.letters === 'on',
      imprint: config.lettersImprint,
      perMinute: config.lettersPerMinute,
      settle_s: config.lettersSettle * 60,
      hourly: config.lettersHourly,
    }),
  }
}

/** What makes letters and sends them to what the settings name. */
export function letterDeliveryOf(parts: LettersParts, config: Config, metrics: Metrics): LetterDelivery {
  return createLetterDelivery({
    ...parts,
    writer: writerOf(parts),
    transport: lettersTransportOf(fromLetters(config)),
    count: (outcome) => metrics.deliveries.note('letter', outcome),
  })
}

/** Letters have a sender of their own, where that is set. */
function fromLetters(config: Config): Config {
  return Object.create(config, { mailFrom: { get: () => config.lettersFrom ?? config.mailFrom } }) as Config
}

/** Writes what mails say, by what the calendar is like when they are written. */
function writerOf(parts: LettersParts): LetterWriter {
  const rendering = () => renderingOf(parts, parts.now())
  const localeOf = (tag: string) => parts.site().mailSite.localeFor(tag)
  return {
    digest: (digest, due, locale) => renderDigest(rendering(), digest, due, localeOf(locale)),
    reminder: (event, locale) => renderReminder(rendering(), event, localeOf(locale)),
    changes: (changes, locale) => renderChanges(rendering(), changes, localeOf(locale)),
    letter: (letter, locale) => renderLetter(rendering(), letter, localeOf(locale)),
  }
}
