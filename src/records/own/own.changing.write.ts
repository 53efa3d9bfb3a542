import { setTimeout } from 'node:timers/promises'
import { type Changing, type Declaration, ownKinds, ownAfter } from '../../fields/own/declaration.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Database, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { acting, type Actor, currentActor } from '../../storage/db/transactions.ts'
import { shared } from '../posts/posts.query.ts'
import {
  countSaying,
  readDeclarations,
  recordsWithOwn,
  type Searched,
  searchedWithOwn,
  tablesOfKinds,
  templatesSaying,
} from './own.query.ts'
import { keepFromAll } from './own.quiet.write.ts'
import { searchedWith } from './own.said.ts'
import { changeDeclaration, dropDeclaration } from './own.write.ts'

/** What so many records say of a field changes in one transaction, with the field. */
const mostTogether = 2_000

/** What more of them say changes beside the requests, of so many in a transaction: others wait for it. */
const atOnce = 500

/** What becomes of what records say: of a field that is removed, or of options that are taken away. */
export type Becoming = Pick<Changing, 'does' | 'replace' | 'leaving'>

/** That a field is removed, with all that records say of it. */
export const removing: Becoming = { does: 'remove', replace: {}, leaving: [] }

/** Throws 409 where what records say of a field is still being changed. */
export function assertSettled({ name, changing }: Declaration): void {
  if (changing) throw new ApiError('field-changing', { name, done: changing.done, of: changing.of })
}

/**
 * Stores a field as it is from now on, and changes what records say of it: within this transaction, or, of many records, from now on beside
 * the requests, which the field says as long as it lasts. All that read and write it see no other options than the new ones meanwhile.
 */
export async function changeWith(
  tx: Writer,
  field: Declaration,
  becoming: Becoming,
  now: number,
): Promise<void> {
  const { at: _at, ...by } = currentActor()
  const begun: Changing = { ...becoming, by, after: { kind: 'event', id: 0 }, done: 0, of: 0 }
  const of = await countLeft(tx, { ...field, changing: begun })
  const changing = { ...field, changing: { ...begun, of } }
  await changeTemplates(tx, changing)
  await changeDeclaration(tx, changing)
  if (of > mostTogether) return
  const declared = await readDeclarations(tx)
  for (const kind of ownKinds)
    await changeRows(
      tx,
      { field: changing, kind, declared, now },
      await searchedWithOwn(tx, kind, field.name),
    )
  await settle(tx, changing)
}

/** Nothing says any more what the field has not. */
async function settle(tx: Writer, field: Declaration): Promise<void> {
  if (field.changing?.does === 'remove') await dropDeclaration(tx, field)
  else await changeDeclaration(tx, { ...field, changing: null })
}

/** How many records say what the field will not have. */
async function countLeft(tx: Writer, field: Declaration): Promise<number> {
  if (field.changing?.does === 'remove') return countSaying(tx, field.name)
  let count = 0
  for (const kind of ownKinds)
    for (const { own } of await recordsWithOwn(tx, kind, field.name))
      if (ownAfter(field, own) !== own) count += 1
  return count
}

interface Rows {
  readonly field: Declaration
  readonly kind: (typeof ownKinds)[number]
  readonly declared: readonly Declaration[]
  readonly now: number
}

/** Changes those of the records that say what the field will not have; answers how many. */
async function changeRows(
  tx: Writer,
  { field, kind, declared, now }: Rows,
  rows: readonly Searched[],
): Promise<number> {
  const changed: number[] = []
  for (const { id, own, folded } of rows) {
    const stored = ownAfter(field, own)
    if (stored === own) continue
    changed.push(id)
    await tx
      .updateTable(shared(tablesOfKinds[kind]))
      .set({
        own: stored,
        ...(field.public ? { modified_at: now } : {}),
        folded: searchedWith(declared, kind, { own: stored, folded }),
      })
      .where('id', '=', id)
      .execute()
  }
  for (const some of field.public ? [] : inParts(changed)) await keepFromAll(tx, kind, some)
  return changed.length
}

/** The same of what dates to come get from their series. */
async function changeTemplates(tx: Writer, field: Declaration): Promise<void> {
  const changed: number[] = []
  for (const { id, template } of await templatesSaying(tx, field.name)) {
    const read = JSON.parse(template) as { readonly columns?: { readonly own?: unknown } }
    const own = read.columns?.own
    const stored = typeof own === 'string' ? ownAfter(field, own) : own
    if (stored === own) continue
    changed.push(id)
    const after = { ...read, columns: { ...read.columns, own: stored } }
    await tx
      .updateTable('series')
      .set({ template: JSON.stringify(after) })
      .where('id', '=', id)
      .execute()
  }
  for (const some of field.public ? [] : inParts(changed)) await keepFromAll(tx, 'series', some)
}

/** How it is gone on with. */
interface GoingOn {
  /** In seconds since 1970. */
  readonly now: () => number
  readonly onProgress?: ((field: Declaration) => void) | undefined
}

/**
 * Goes on with what is under way until nothing is left; answers how many records it has changed. Where it is moves on in the transaction of
 * each batch: a kill neither skips a record nor changes it twice, and several processes at it do each what the others have not.
 */
export async function changeRest(db: Pick<Database, 'read' | 'write'>, going: GoingOn): Promise<number> {
  let count = 0
  for (;;) {
    const began = performance.now()
    const field = (await readDeclarations(db.read)).find(({ changing }) => changing !== null)
    if (!field?.changing) return count
    // The history tells who has changed the field.
    const { by: asked } = field.changing
    // As `currentActor` had it.
    const by = { ...asked, via: asked.via as Actor['via'], at: going.now() }
    count += await acting(by, async () => db.write((tx) => nextBatch(tx, field.name, going)))
    // Half of the time is for others, who would otherwise wait for one transaction after the other.
    await setTimeout(performance.now() - began)
  }
}

/** One transaction of it; answers how many records it has changed. */
async function nextBatch(tx: Writer, name: string, { now, onProgress }: GoingOn): Promise<number> {
  const declared = await readDeclarations(tx)
  const field = declared.find((one) => one.name === name)
  if (!field?.changing) return 0
  const { after, done } = field.changing
  const rows = await searchedWithOwn(tx, after.kind, name, { after: after.id, most: atOnce })
  const changed = await changeRows(tx, { field, kind: after.kind, declared, now: now() }, rows)
  const next = rows.length < atOnce ? ownKinds[ownKinds.indexOf(after.kind) + 1] : after.kind
  const moved = { ...field, changing: { ...field.changing, done: done + changed } }
  onProgress?.(moved)
  if (next !== undefined) {
    const id = next === after.kind ? (rows.at(-1)?.id ?? 0) : 0
    await noteProgress(tx, { ...moved, changing: { ...moved.changing, after: { kind: next, id } } })
    // A process of an older release knows nothing of what is under way, and may have written meanwhile.
  } else if ((await countLeft(tx, moved)) > 0)
    await noteProgress(tx, { ...moved, changing: { ...moved.changing, after: { kind: 'event', id: 0 } } })
  else await settle(tx, moved)
  return changed
}

async function noteProgress(tx: Writer, { id, changing }: Declaration): Promise<void> {
  await tx
    .updateTable('fields')
    .set({ changing: JSON.stringify(changing) })
    .where('id', '=', id)
    .execute()
}
