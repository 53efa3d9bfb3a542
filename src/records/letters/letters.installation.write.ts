import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { LogPlace } from '../webhooks/webhooks.query.ts'

/** Up to where the log of changes has been followed for those who watch events. */
const placeName = 'letters_told'
/** The address under which letters go out: a copy at another one writes to nobody. */
const homeName = 'letters_site'
/** The site’s zone by which digests are due. */
const zoneName = 'letters_zone'

/** What is remembered under a name; undefined for nothing. */
async function remembered(db: Reader, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

async function remember(tx: Writer, name: string, value: string): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Up to where the log has been followed; undefined: nobody has. */
export async function placeIn(db: Reader): Promise<LogPlace | undefined> {
  const text = await remembered(db, placeName)
  // Only {@link setPlace} has written it.
  return text === undefined ? undefined : (JSON.parse(text) as LogPlace)
}

/** Notes up to where the log has been followed. */
export async function setPlace(tx: Writer, { revision, kind, id }: LogPlace): Promise<void> {
  await remember(tx, placeName, JSON.stringify({ revision, kind, id }))
}

/** The address under which letters go out; undefined as long as none has. */
export async function homeIn(db: Reader): Promise<string | undefined> {
  return remembered(db, homeName)
}

/** Under which other address letters went out before: a copy of a calendar writes to nobody before it is told to. */
export async function otherHome(db: Reader, home: string): Promise<string | undefined> {
  const known = await homeIn(db)
  return known === home ? undefined : known
}

/** Has letters go out under an address from now on. */
export async function setHome(tx: Writer, home: string): Promise<void> {
  await remember(tx, homeName, home)
}

/** The zone by whose clocks digests are due. */
export async function zoneIn(db: Reader): Promise<string | undefined> {
  return remembered(db, zoneName)
}

/** Notes the zone by whose clocks digests are due. */
export async function setZone(tx: Writer, zone: string): Promise<void> {
  await remember(tx, zoneName, zone)
}
