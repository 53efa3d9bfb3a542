import { BadSettings, faultOf, isRunTime, type RunTimeName } from '../../config/config.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** Settings to be stored, as texts by name; null: what the database has of it goes. */
export type SettingChanges = Readonly<Partial<Record<RunTimeName, string | null>>>

/**
 * Stores settings, which hold in all processes from their next request on, where the environment does not set them. Throws
 * {@link BadSettings} for texts that are not acceptable, before it writes any.
 */
export async function storeSettings(
  tx: Writer,
  changes: SettingChanges,
  { by, now }: { readonly by: number | null; readonly now: EpochSeconds },
): Promise<void> {
  const entries = Object.entries(changes).filter(([name]) => isRunTime(name)) as [
    RunTimeName,
    string | null,
  ][]
  const problems = entries.flatMap(([name, text]) => {
    const fault = text === null ? undefined : faultOf(name, text)
    return fault === undefined ? [] : [`${name} ${fault}.`]
  })
  if (problems.length > 0) throw new BadSettings(problems)
  for (const [name, value] of entries) {
    if (value === null) {
      await tx.deleteFrom('settings').where('name', '=', name).execute()
      continue
    }
    const written = { value, modified_at: now, modified_by: by }
    await tx
      .insertInto('settings')
      .values({ name, ...written })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(written))
      .execute()
  }
}
