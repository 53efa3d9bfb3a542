import { headersOf } from '../../../fields/headers/headers.ts'
import type { Kind, NameOf } from '../../../fields/declare.ts'
import type { Field, FieldOf, Not, TypeName } from '../../../fields/field.ts'
import { quote } from '../../../pure/params/parameter.ts'
import { fold } from '../../../pure/text/fold.ts'
import { htmlOf, type RowCells, webAddress } from './csv.cells.ts'
import type { Field as Header } from './csv.headers.ts'
import { readYes } from './csv.times.ts'

/** A value as its parameter takes it, null for none; or why a cell has none, as a sentence goes on that begins with what it says. */
interface Read {
  readonly value?: string | boolean | null
  readonly fault?: string
}

type Reader<Type extends TypeName> = (text: string, field: FieldOf<Type>, cells: RowCells) => Read

/** The types of which a cell says all by itself. */
type ByType = 'text' | 'html' | 'flag' | 'fact' | 'choice' | 'link' | 'degrees'

/** Other words for choices. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  in_person: ['in person', 'offline', 'onsite', 'physical', 'venue'],
  online: ['virtual', 'remote', 'webinar', 'livestream'],
  mixed: ['hybrid', 'both'],
}

const neither = 'which is neither yes nor no'

const readers: { readonly [Type in ByType]: Reader<Type> } = {
  text: (text) => ({ value: text || null }),
  html: (text, _, cells) => ({ value: htmlOf(text, cells) || null }),
  flag: (text) => {
    const value = text === '' ? false : readYes(text)
    return value === undefined ? { value: false, fault: neither } : { value }
  },
  fact: (text) => {
    const value = text === '' ? null : readYes(text)
    return value === undefined ? { fault: neither } : { value }
  },
  choice: (text, { words = [''] }) => {
    const said = fold(text)
    const word =
      said === '' ? words[0] : words.find((each) => [each, ...(otherWords[each] ?? [])].includes(said))
    return word === undefined ? { fault: 'which is not understood' } : { value: word }
  },
  link: (text, { secure }) => {
    const address = webAddress(text)
    if (!secure || address === '' || address.startsWith('https:')) return { value: address || null }
    return { value: null, fault: 'which is no https address' }
  },
  // With a comma where a spreadsheet of another country has one.
  degrees: (text) => ({ value: text.replace(/^(-?\d+),(\d+)$/, '$1.$2') || null }),
}

/** The fields in tables that are read by type, or else by hand: whatever no cell says all by itself, has to be. */
export type ByHand<Of extends Kind> = Readonly<
  Record<
    {
      [Name in NameOf<Of>]: Of['fields'][Name] extends
        | { readonly type: ByType }
        | { readonly byHand: true }
        | { readonly headers: Not }
        ? never
        : Name
    }[NameOf<Of>],
    string
  >
> &
  Readonly<Partial<Record<NameOf<Of>, string>>>

/**
 * What a row says of the fields of a kind for which its table has columns, and what is lost. Left out are those that are declared to
 * be read by hand, and those that are by hand in tables, with the reasons.
 */
export function valuesIn<Of extends Kind>(
  kind: Of,
  cells: RowCells,
  byHand: ByHand<Of>,
): { readonly fields: Readonly<Record<string, string | boolean | null>>; readonly lost: readonly string[] } {
  const fields: Record<string, string | boolean | null> = {}
  const lost: string[] = []
  for (const [name, key] of headersOf(kind)) {
    const header = key as string as Header // All of them are columns.
    const field = kind.fields[name] as Field
    if (field.byHand === true || name in byHand || !cells.has(header)) continue
    const read = readers[field.type as ByType] as Reader<TypeName> // The others are by hand.
    const said = read(cells.cell(header), field, cells)
    if (said.value !== undefined) fields[name] = said.value
    if (said.fault !== undefined) lost.push(`${header} is ${quote(cells.cell(header))}, ${said.fault}`)
  }
  return { fields, lost }
}
