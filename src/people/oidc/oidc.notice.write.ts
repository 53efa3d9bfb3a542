import { noteFailures } from '../../http/auth/failedAttempts.ts'
import { networkOf } from '../../http/auth/failures.ts'
import { can } from '../../http/auth/rights.ts'
import type { User } from '../../http/auth/users.ts'
import type { Config } from '../../config/config.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { isMailSet, mailSiteOf } from '../mail/mail.site.ts'
import { refusedPersonMail } from '../mail/mail.templates.ts'
import { queueMail } from '../mail/mail.write.ts'
import { type EpochSeconds, roles } from '../../storage/schema/tables.ts'
import { isEmail } from '../../pure/text/address.ts'

/** Where it is remembered when administrators were last mailed about one account, by its ID. */
const lastMailed = (id: number) => `oidc_refused_${id}`

/** They are mailed about one account once a day at most, in seconds: who is refused may try again at once. */
const mailEvery_s = 86_400

/**
 * Tells administrators of somebody whom a provider takes for the holder of an account that is somebody else’s there: among the failed
 * sign-ins that System lists, and by mail where it is set.
 */
export async function tellAdministrators(
  tx: Writer,
  config: Config,
  refused: {
    readonly holder: User
    readonly from: string
    readonly at: EpochSeconds
    readonly called: string
  },
): Promise<void> {
  const { holder, from, at, called } = refused
  const { id, login } = holder
  await noteFailures(tx, [{ network: networkOf(from), login, count: 1, first: at, last: at }])
  if (!isMailSet(config) || !(await isTime(tx, lastMailed(id), at))) return
  const managing = roles.filter((role) => can({ id: -1, role, login: '' }, 'manage_users'))
  const readers = await tx
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('role', 'in', managing)
    .execute()
  const about = { login, called, peopleUrl: `${config.siteUrl}/admin/people` }
  for (const reader of readers.filter(({ email }) => isEmail(email)))
    await queueMail(tx, refusedPersonMail(mailSiteOf(config), reader, about), at)
}

/** Whether that long has passed since it was last asked and so; then that is now. */
async function isTime(tx: Writer, name: string, at: EpochSeconds): Promise<boolean> {
  const told = await tx.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  const last = told ? Number(told.value) : 0
  if (last > at - mailEvery_s && last <= at) return false
  await tx
    .insertInto('installation')
    .values({ name, value: String(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(at) }))
    .execute()
  return true
}
