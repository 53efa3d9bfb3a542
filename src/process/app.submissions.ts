import { linkSiteOf } from '../people/accounts/accounts.links.write.ts'
import { installationSecret } from '../http/auth/secret.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../storage/db/dialect.ts'
import type { Context } from '../http/context.ts'
import { eventForGuests } from '../outward/feeds/ical.guests.ts'
import { siteOf } from '../http/site.ts'
import { senderOf } from '../people/mail/mail.transport.ts'
import type { GuestParts } from '../records/registration/guests.parts.ts'
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

/** Who sends what calendars are told. */
function organizerOf(config: Config): { name: string; email: string } {
  const { name, address } = senderOf(config)
  return { name, email: address }
}

/** What takes who registers for events; settings are read when they are needed. */
export async function guestsOf(
  {
    db,
    now,
    count,
  }: { readonly db: Database; readonly now: () => Temporal.Instant; readonly count: GuestParts['count'] },
  context: Context,
  config: Config,
): Promise<Guests> {
  const guests = new Guests({
    context,
    now,
    count,
    secret: await installationSecret(db),
    site: () => linkSiteOf(config),
    // Without an address of its own a calendar sends no mail: what would stand in it needs one all the same.
    eventForGuests: (event, home = 'http://localhost') =>
      eventForGuests(context, event, {
        site: siteOf(config, config.namespaces[0] ?? '', home),
        sender: organizerOf(config),
      }),
    confirmMinutes: () => config.registrationConfirmMinutes,
    hourly: () => config.registrationHourly,
    privacyUrl: () => config.registrationPrivacyUrl,
    keptDays: () => config.guestsDays,
  })
  await guests.noteMailed()
  return guests
}
