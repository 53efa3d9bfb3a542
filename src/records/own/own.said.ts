import {
  currentOwn,
  type Declaration,
  isChoice,
  type OwnKind,
  ownKinds,
  storedOwn,
} from '../../fields/own/declaration.ts'
import { isTaken } from '../../fields/own/values.ts'
import { fold } from '../../pure/text/fold.ts'
import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import { shared } from '../posts/posts.query.ts'
import { readDeclarations, recordsWithOwn, searchedAmong, tablesOfKinds } from './own.query.ts'

/** What begins, in the text in which searches look for a record, what it says of fields of one’s own: no other line begins so. */
const mark = '\n\u001f'

/**
 * What searches find of what a record says of its own, folded: its texts, and what its choices are called in every language. What is for
 * editors alone is not in it.
 */
function saidText(declared: readonly Declaration[], kind: OwnKind, own: string): string {
  const values = currentOwn(declared, own)
  const texts = declared.flatMap(({ name, type, kinds, options, public: isPublic }) => {
    const said = isPublic && kinds.includes(kind) ? [values[name] ?? []].flat().map(String) : []
    if (type === 'text') return said
    if (!isChoice(type)) return []
    return options.flatMap(({ value, label }) => (said.includes(value) ? Object.values(label) : []))
  })
  return fold([...new Set(texts)].join(' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A searched text with this at its end, in the place of what was said there before. */
function withText(folded: string, said: string): string {
  const at = folded.indexOf(mark)
  const before = at === -1 ? folded : folded.slice(0, at)
  return said === '' ? before : `${before}${mark}${said}`
}

/** The searched text of a record that says this of its own. */
export function searchedWith(
  declared: readonly Declaration[],
  kind: OwnKind,
  { own, folded }: { readonly own: string; readonly folded: string },
): string {
  return withText(folded, saidText(declared, kind, own))
}

/** Rows that are about to be stored, with what they say of their own in what searches look in. Where none says anything, nothing is read. */
export async function withSaid<Row extends { readonly folded: string }>(
  tx: Reader,
  kind: OwnKind,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const ownIn = (row: Row) => ('own' in row && typeof row.own === 'string' ? row.own : '')
  if (rows.every((row) => ownIn(row) === '')) return rows
  const declared = await readDeclarations(tx)
  return rows.map((row) => {
    const folded = searchedWith(declared, kind, { own: ownIn(row), folded: row.folded })
    return Object.assign({ ...row }, { folded })
  })
}

/** What dates of a series may get of what it says: not what no field takes any more, as it was removed or an option of it. */
export async function fittingOwn(tx: Reader, kind: OwnKind, own = ''): Promise<string> {
  if (own === '') return own
  const fields = (await readDeclarations(tx)).filter(({ kinds }) => kinds.includes(kind))
  const fitting = Object.entries(currentOwn(fields, own)).filter(([name, value]) =>
    fields.some(
      (field) =>
        field.name === name &&
        field.changing?.does !== 'remove' &&
        (field.options.length === 0 || isTaken(field, value)),
    ),
  )
  return storedOwn(Object.fromEntries(fitting))
}

/** Has searches look in what records say of a field as it is declared now: what became internal is found no longer. */
export async function sayAnew(tx: Writer, { name }: Pick<Declaration, 'name'>): Promise<void> {
  for (const kind of ownKinds) {
    const records = await recordsWithOwn(tx, kind, name)
    await sayAgain(
      tx,
      kind,
      records.map(({ id }) => id),
    )
  }
}

/** How many records one transaction has searched anew. */
const atOnce = 500

/** Has searches look in what all records say of their own as it is declared and called now; answers how many say something else. */
export async function sayAllAnew(db: Pick<Database, 'read' | 'write'>): Promise<number> {
  let count = 0
  for (const kind of ownKinds) {
    const ids = (await recordsWithOwn(db.read, kind)).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += atOnce)
      count += await db.write((tx) => sayAgain(tx, kind, ids.slice(from, from + atOnce)))
  }
  return count
}

/** The same of these records. */
async function sayAgain(tx: Writer, kind: OwnKind, ids: readonly number[]): Promise<number> {
  let count = 0
  const declared = await readDeclarations(tx)
  for (const some of inParts(ids))
    for (const row of await searchedAmong(tx, kind, some)) {
      const folded = searchedWith(declared, kind, row)
      if (folded === row.folded) continue
      count += 1
      await tx.updateTable(shared(tablesOfKinds[kind])).set({ folded }).where('id', '=', row.id).execute()
    }
  return count
}
