import type { Writer } from '../../storage/db/dialect.ts'
import { asFound, type Digest } from './posts.digest.ts'
import { rememberAddresses } from '../redirects/redirects.query.ts'
import { idAddress, type Mergeable } from './posts.merged.query.ts'

/** Records that become another one of their kind. */
export interface Merging {
  readonly kind: Mergeable
  readonly into: number
  readonly from: readonly number[]
}

/** Lets the addresses of the records, those that led to them, and their keys at sources of imports lead to the one that stays. */
export async function followMerge(
  tx: Writer,
  { kind, into, from }: Merging,
  pages: readonly string[],
): Promise<void> {
  await tx
    .updateTable('redirects')
    .set({ record_id: into })
    .where('kind', '=', kind)
    .where('record_id', 'in', from)
    .execute()
  const addresses = [...pages, ...from.map((id) => idAddress(kind, id))]
  await rememberAddresses(
    tx,
    addresses.map((address) => ({ address, kind, id: into })),
  )
  const keys = await tx
    .selectFrom('import_keys')
    .select(['source_id', 'source_key', 'digest'])
    .where('kind', '=', kind)
    .where('record_id', 'in', from)
    .execute()
  for (const { source_id, source_key, digest } of keys) {
    // Only this program writes it.
    const known = JSON.parse(digest) as Digest
    await tx
      .updateTable('import_keys')
      // Its source may change what it said, but the record that stays is not its to remove.
      .set({ record_id: into, digest: JSON.stringify(asFound(known)) })
      .where('source_id', '=', source_id)
      .where('kind', '=', kind)
      .where('source_key', '=', source_key)
      .execute()
  }
}
