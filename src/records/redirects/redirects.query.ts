import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'
import { withoutEndingSlash } from '../../pure/text/address.ts'
import { percentDecoded } from '../../pure/text/percent.ts'

/** The record that an address redirects to. */
export interface Redirected {
  readonly kind: ImportKind
  readonly id: number
}

/**
 * The record that had an address at its source, or here before its slug changed: path and query, with or without a trailing
 * slash. A query that no record had is ignored, as campaigns add theirs to any address.
 */
export async function findRedirect(db: Reader, address: string): Promise<Redirected | undefined> {
  const whole = redirectPath(address)
  const [path = ''] = whole.split('?', 1)
  const rows = await db
    .selectFrom('redirects')
    .select(['path', 'kind', 'record_id'])
    .where('path', 'in', [whole, path])
    .execute()
  const row = rows.find((row) => row.path === whole) ?? rows[0]
  return row && { kind: row.kind as ImportKind, id: row.record_id }
}

/** The records that had these addresses exactly, by address. */
export async function findRedirects(
  db: Reader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Redirected>> {
  if (addresses.length === 0) return new Map()
  const byPath = new Map(addresses.map((address) => [redirectPath(address), address]))
  const rows = await db
    .selectFrom('redirects')
    .select(['path', 'kind', 'record_id'])
    .where('path', 'in', [...byPath.keys()])
    .execute()
  return new Map(
    rows.flatMap(({ path, kind, record_id }) => {
      const address = byPath.get(path)
      return address === undefined ? [] : [[address, { kind: kind as ImportKind, id: record_id }]]
    }),
  )
}

/** Redirects addresses to records from now on. An address that led to another one leads there no more. */
export async function rememberAddresses(
  tx: Writer,
  addresses: Iterable<{ readonly address: string } & Redirected>,
): Promise<void> {
  const rows = new Map(
    [...addresses].flatMap(({ address, kind, id: record_id }) => {
      const path = redirectPath(address)
      // The home page is never redirected.
      return path === '' ? [] : [[path, { path, kind, record_id }] as const]
    }),
  )
  for (const some of inParts([...rows.values()])) {
    await tx
      .insertInto('redirects')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          record_id: eb.ref('excluded.record_id'),
        })),
      )
      .execute()
  }
}

/** So many remembered addresses, in the order of their paths. */
export async function redirectsFrom(db: Reader, offset: number, limit: number) {
  return db.selectFrom('redirects').selectAll().orderBy('path').limit(limit).offset(offset).execute()
}

/** How many addresses are remembered. */
export async function countRedirects(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('redirects')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The first remembered address below a folder for each kind of record that has one there. */
export async function addressesBelow(
  db: Reader,
  folder: string,
): Promise<{ readonly kind: ImportKind; readonly path: string }[]> {
  // “0” follows “/” in the order of bytes, in which paths are stored.
  const rows = await db
    .selectFrom('redirects')
    .select((eb) => ['kind', eb.fn.min('path').as('path')])
    .where('path', '>=', `${folder}/`)
    .where('path', '<', `${folder}0`)
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, path }) => ({ kind: kind as ImportKind, path }))
}

/** The form of an address by which redirects are found: without origin, decoded, without a trailing slash of its path. */
function redirectPath(address: string): string {
  const url = URL.parse(address, 'http://any')
  if (!url) return ''
  const path = withoutEndingSlash(url.pathname)
  return `${percentDecoded(path).toLowerCase()}${url.search}`
}
