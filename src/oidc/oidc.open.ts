import { epochSeconds } from '../calendar/text.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/dialect.ts'
import { isMailSet, mailSiteOf } from '../mail/mail.site.ts'
import { newMethodMail } from '../mail/mail.templates.ts'
import { queueMail } from '../mail/mail.write.ts'
import type { Person } from './oidc.claims.ts'
import type { Entered } from './oidc.entry.ts'
import { Provider } from './oidc.provider.ts'
import { enterByProvider } from './oidc.write.ts'

/** The provider of the settings with its name, and how an account is found for whom it lets in; undefined where there is none. */
export function openProvider(
  config: Config,
  { db, now, redirectPath }: { db: Database; now: () => Temporal.Instant; redirectPath: string },
): { provider: Provider; name: string; enter: (person: Person) => Promise<Entered> } | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcName, siteUrl } = config
  if (oidcIssuer === '') return undefined
  const name = oidcName === '' ? new URL(oidcIssuer).host : oidcName
  const provider = new Provider({
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    scopes: config.oidcScopes,
    roleClaim: config.oidcRoleClaim,
    roles: config.oidcRoles,
    redirectUrl: `${siteUrl}${redirectPath}`,
  })
  const enter = (person: Person) =>
    db.write(async (tx) => {
      const at = epochSeconds(now())
      const entered = await enterByProvider(tx, person, at)
      if ('refused' in entered || !entered.isLinked || !isMailSet(config)) return entered
      const { login, name: called, email, locale } = entered.user
      const reader = { login, name: called, email, locale }
      const about = { at, method: 'provider', called: name, forgotUrl: `${siteUrl}/signin/forgot` } as const
      await queueMail(tx, newMethodMail(mailSiteOf(config), reader, about), at)
      return entered
    }, 'aside')
  return { provider, name, enter }
}
