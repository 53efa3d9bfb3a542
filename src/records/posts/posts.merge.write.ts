import type { Writer } from '../../storage/db/dialect.ts'
import { asFound, type Digest } from './posts.digest.ts'
import { rememberAddresses } from '../redirects/redirects.query.ts'
import { type Template, templateIfSound } from '../series/series.template.ts'
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

/** Series whose dates to come get any of the records, with what they are to get instead. */
export async function templatesWith(
  tx: Writer,
  { kind, into, from }: Merging,
): Promise<readonly { readonly id: number; readonly template: string }[]> {
  const gone = new Set(from)
  const now = (ids: readonly number[]) => [...new Set(ids.map((id) => (gone.has(id) ? into : id)))]
  const rows = await tx.selectFrom('series').select(['id', 'template']).execute()
  return rows.flatMap((row) => {
    const template = templateIfSound(row)
    if (!template) return []
    const next: Template = {
      ...template,
      ...(kind === 'venue' ? { venues: now(template.venues) } : {}),
      ...(kind === 'organizer' ? { organizers: now(template.organizers) } : {}),
      ...(kind === 'category' || kind === 'tag' ? { terms: termsNow(template.terms, gone, into) } : {}),
    }
    const text = JSON.stringify(next)
    return text === row.template ? [] : [{ id: row.id, template: text }]
  })
}

function termsNow(terms: Template['terms'], gone: ReadonlySet<number>, into: number): Template['terms'] {
  const byId = new Map(
    terms.map((term) => (gone.has(term.id) ? { ...term, id: into } : term)).map((term) => [term.id, term]),
  )
  return [...byId.values()]
}

/** Stores the templates. */
export async function setTemplates(
  tx: Writer,
  templates: readonly { readonly id: number; readonly template: string }[],
): Promise<void> {
  for (const { id, template } of templates)
    await tx.updateTable('series').set({ template }).where('id', '=', id).execute()
}
