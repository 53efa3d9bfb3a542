import type { StoredSettings } from '../../config/config.ts'
import type { Reader } from '../../storage/db/dialect.ts'

/** The settings that the database has, as texts by name. */
export async function readSettings(db: Reader): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).orderBy('name').execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** The file of the image with this id; undefined where there is none. */
export async function logoFile(db: Reader, id: number): Promise<string | undefined> {
  if (id === 0) return undefined
  const row = await db.selectFrom('media').select('file').where('id', '=', id).executeTakeFirst()
  return row?.file
}
