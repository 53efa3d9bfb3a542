import { linkSiteOf } from '../people/accounts/accounts.links.write.ts'
import { installationSecret } from '../http/auth/secret.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../storage/db/dialect.ts'
import type { Context } from '../http/context.ts'
import { Guests } from '../records/registration/guests.ts'
import { Submissions } from '../records/submissions/submissions.ts'

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

/** What takes who registers for events; settings are read when they are needed. */
export async function guestsOf(
  { db, now }: { readonly db: Database; readonly now: () => Temporal.Instant },
  context: Context,
  config: Config,
): Promise<Guests> {
  return new Guests({
    context,
    now,
    secret: await installationSecret(db),
    site: () => linkSiteOf(config),
    confirmMinutes: () => config.registrationConfirmMinutes,
    hourly: () => config.registrationHourly,
    privacyUrl: () => config.registrationPrivacyUrl,
    keptDays: () => config.guestsDays,
  })
}
