import { linkSiteOf } from '../people/accounts/accounts.links.write.ts'
import { installationSecret } from '../http/auth/secret.ts'
import { siteOf } from '../http/site.ts'
import type { Shown } from '../people/settings/settings.live.ts'
import type { Context } from '../http/context.ts'
import { Letters } from '../records/letters/letters.ts'
import type { LettersParts } from '../records/letters/letters.parts.ts'

/** What visitors are told by mail; settings are read when they are needed. */
export async function lettersOf(
  { now, log }: Pick<LettersParts, 'now' | 'log'>,
  context: Context,
  { live: { config }, theme }: Shown,
): Promise<Letters> {
  return new Letters({
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
  })
}
