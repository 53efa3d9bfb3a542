import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Config } from '../../config/config.ts'
import { userWithId } from '../../http/auth/users.ts'
import type { Database, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { isMailSet, mailSiteOf } from '../mail/mail.site.ts'
import { newMethodMail } from '../mail/mail.templates.ts'
import { queueMail } from '../mail/mail.write.ts'
import type { Person } from './oidc.claims.ts'
import type { Entered } from './oidc.entry.ts'
import { Provider } from './oidc.provider.ts'
import { tellAdministrators } from './oidc.notice.write.ts'
import { enterByProvider, joinProvider } from './oidc.write.ts'

/** A provider, and what is done about whom it lets in. */
export interface OpenProvider {
  readonly provider: Provider
  readonly name: string
  /** Finds the account of whoever signs in, from an address; administrators are told of whom it would have been the wrong one. */
  readonly enter: (person: Person, from: string) => Promise<Entered>
  /** Joins them to the account with this id, which they have signed in to. */
  readonly join: (person: Person, id: number) => Promise<Entered>
}

/** The provider of the settings with its name, and how an account is found for whom it lets in; undefined where there is none. */
export function openProvider(
  config: Config,
  { db, now, redirectPath }: { db: Database; now: () => Temporal.Instant; redirectPath: string },
): OpenProvider | undefined {
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
  const entering = (find: (tx: Writer, at: EpochSeconds) => Promise<Entered>) =>
    db.write(async (tx) => {
      const at = epochSeconds(now())
      const entered = await find(tx, at)
      if ('refused' in entered || !entered.isLinked || !isMailSet(config)) return entered
      const about = { at, method: 'provider', called: name, forgotUrl: `${siteUrl}/signin/forgot` } as const
      await queueMail(tx, newMethodMail(mailSiteOf(config), entered.user, about), at)
      return entered
    }, 'aside')
  return {
    provider,
    name,
    enter: (person, from) =>
      entering(async (tx, at) => {
        const entered = await enterByProvider(tx, person, at)
        if ('refused' in entered && entered.holder)
          await tellAdministrators(tx, config, { holder: entered.holder, from, at, called: name })
        return entered
      }),
    join: (person, id) =>
      entering(async (tx, at) => {
        const user = await userWithId(tx, id)
        return user ? joinProvider(tx, person, user, at) : { refused: 'noAccount' }
      }),
  }
}
