import { randomUUID } from 'node:crypto'
import { textIn, type Declaration, ownKinds, ownOf } from '../../fields/own/declaration.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { readDeclarations, recordsWithOwn } from './own.query.ts'
import { together } from './own.params.ts'
import { type OwnChange, type OwnFault, settleOwn } from './own.settle.ts'

/** What is stored after a write, or the sentence that says what is wrong with what was sent. */
export type OwnOutcome = { readonly stored: string } | { readonly fault: string }

/**
 * What is stored after a write: what was sent, and of the rest what was there. It reads the declarations within the transaction, so that no
 * value of a field or option that was taken away meanwhile is stored.
 */
export async function changeOwn(tx: Writer, change: OwnChange): Promise<OwnOutcome> {
  const settled = settleOwn(await readDeclarations(tx), change)
  return 'stored' in settled ? settled : { fault: together(settled.faults.map(sentenceOf)) }
}

function sentenceOf({ name, what, says }: OwnFault): string {
  return what === 'unknown' || what === 'much'
    ? says
    : what === 'value'
      ? `has ${name}, which ${says}`
      : `lacks ${name}: ${says}`
}

/** Among the stored settings, by which processes know that what is declared has changed: another text each time. */
export const declaredMark = 'FIELDS'

async function markDeclared(tx: Writer): Promise<void> {
  const written = { value: randomUUID(), modified_at: 0, modified_by: null }
  await tx
    .insertInto('settings')
    .values({ name: declaredMark, ...written })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(written))
    .execute()
}

/** What is stored of a field that is declared. */
export type NewDeclaration = Omit<Declaration, 'id'>

const columnsOf = ({
  kinds,
  label,
  help,
  options,
  categories,
  required,
  public: isPublic,
  filter,
  changing,
  ...rest
}: NewDeclaration) => ({
  ...rest,
  // Its name needs no second saying.
  wire_name: rest.wire_name === rest.name ? null : rest.wire_name,
  kinds: JSON.stringify(kinds),
  label: JSON.stringify(label),
  help: JSON.stringify(help),
  options: JSON.stringify(options),
  categories: JSON.stringify(categories),
  required: required ? (1 as const) : (0 as const),
  public: isPublic ? (1 as const) : (0 as const),
  filter: filter ? (1 as const) : (0 as const),
  changing: changing === null ? '' : JSON.stringify(changing),
})

/** Declares a field; answers its id. */
export async function addDeclaration(tx: Writer, field: NewDeclaration): Promise<number> {
  await markDeclared(tx)
  const { id } = await tx
    .insertInto('fields')
    .values(columnsOf(field))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes what is said of a field. */
export async function changeDeclaration(tx: Writer, { id, ...field }: Declaration): Promise<void> {
  await markDeclared(tx)
  await tx.updateTable('fields').set(columnsOf(field)).where('id', '=', id).execute()
}

/** Puts the fields in this order. */
export async function orderDeclarations(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const [at, id] of ids.entries())
    await tx
      .updateTable('fields')
      .set({ position: at + 1 })
      .where('id', '=', id)
      .where('position', '<>', at + 1)
      .execute()
}

/** Takes a field away that no record has any more. */
export async function dropDeclaration(tx: Writer, { id }: Pick<Declaration, 'id'>): Promise<void> {
  await markDeclared(tx)
  await tx.deleteFrom('fields').where('id', '=', id).execute()
}

/** Records that have this option of a field. */
export async function usesOfOption(tx: Writer, name: string, option: string): Promise<number> {
  let count = 0
  for (const kind of ownKinds)
    for (const { own } of await recordsWithOwn(tx, kind, name)) {
      const value = ownOf(own)[name]
      if (value === option || (Array.isArray(value) && value.includes(option))) count += 1
    }
  return count
}

/** What a field is called in the language of the site. */
export const calledIn = (field: Declaration, language: Parameters<typeof textIn>[1]) =>
  textIn(field.label, language, language)
