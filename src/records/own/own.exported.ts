import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { decode } from '../../http/decodedParameters.ts'
import { ownAfter } from '../../fields/own/declaration.ts'
import type { Language } from '../../pure/text/language.ts'
import { declareSent } from './own.declare.write.ts'
import { type CreateField, createFieldParams } from './own.params.ts'
import { readDeclarations } from './own.query.ts'
import { viewOf } from './own.shown.ts'

/** A field as exports have it: what is declared of it, as its record shows it. */
export interface ExportedField {
  readonly id: number
  readonly name: string
  readonly declaration: string
}

/** All fields that are declared, as exports have them. */
export async function exportedDeclarations(db: Reader): Promise<readonly ExportedField[]> {
  const declared = await readDeclarations(db)
  // What is being removed is gone for whoever reads the export.
  const all = declared.filter(({ changing }) => changing?.does !== 'remove')
  return all.map((field) => {
    const shown = {
      declared: { all, language: 'en' },
      isToEdit: true,
      uses: new Map<string, number>(),
    } as const
    const {
      id,
      name,
      used: _used,
      position: _position,
      modified_utc: _modified,
      changing: _changing,
      progress: _progress,
      ...declaration
    } = viewOf(field, shown)
    return { id, name, declaration: JSON.stringify(declaration) }
  })
}

/** What records say of their own as exports have it: as it will be once what is under way with fields is done. */
export async function exportedOwn(db: Reader): Promise<(own: string) => string> {
  const changing = (await readDeclarations(db)).filter((field) => field.changing)
  if (changing.length === 0) return (own) => own
  return (own) => changing.reduce((stored, field) => ownAfter(field, stored), own)
}

/** Declares a field of an export, where there is none of its name; answers what is wrong with it, or undefined. */
export async function declareExported(
  tx: Writer,
  { name, declaration }: { readonly name: unknown; readonly declaration: unknown },
  { language, now }: { readonly language: Language; readonly now: number },
): Promise<string | undefined> {
  const all = await readDeclarations(tx)
  if (all.some((field) => field.name === name)) return undefined
  const sent = { name, ...(typeof declaration === 'object' ? declaration : {}) }
  const { values, faults } = decode(createFieldParams, sent)
  const [fault] = [...faults]
  if (fault) return `“${fault[0]}” ${fault[1].message}`
  // What was decoded by these parameters has their types.
  await declareSent(tx, values as CreateField, { builtIn: new Set(), language, now })
  return undefined
}
