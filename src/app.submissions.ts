import { linkSiteOf } from './accounts/accounts.links.write.ts'
import { installationSecret } from './auth/secret.ts'
import type { Config } from './config.ts'
import type { Database } from './db/dialect.ts'
import type { Context } from './http/context.ts'
import { Submissions } from './submissions/submissions.ts'

/** What takes proposals, and what their senders and editors do about them; settings are read when they are needed. */
export async function submissionsOf(
  { db, now }: { readonly db: Database; readonly now: () => Temporal.Instant },
  context: Context,
  config: Config,
): Promise<Submissions> {
  return new Submissions({
    context,
    now,
    secret: await installationSecret(db),
    site: () => linkSiteOf(config),
    audience: () => config.submissions,
    room: () => ({ queue: config.submissionsQueue, daily: config.submissionsHourly }),
    hourly: () => config.submissionsHourly,
  })
}
