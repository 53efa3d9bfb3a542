import { ownOf, type OwnValue } from '../../fields/own/declaration.ts'
import { dayNumberOf } from '../../fields/own/values.ts'

/** A field of one’s own by which lists are narrowed: held by the texts that events say of it, or as a number, of dates that of the day. */
export interface HeldField {
  readonly name: string
  readonly holds: 'texts' | 'numbers'
}

/** What events say of fields of one’s own, as far as lists are narrowed by them: 4 bytes for each text that one says, 8 for a number. */
export interface OwnColumns {
  readonly fields: readonly HeldField[]
  /** The slots of the events that say a text, ascending, by the keys of {@link saidKey}. */
  readonly texts: ReadonlyMap<string, Uint32Array>
  /** By the names of their fields a number for each slot; NaN where nothing is said. */
  readonly numbers: ReadonlyMap<string, Float64Array>
}

/** Nothing is held where no field is a filter. */
export const noOwn: OwnColumns = { fields: [], texts: new Map(), numbers: new Map() }

/** Whether both are the same fields. */
export function areSame(one: readonly HeldField[], other: readonly HeldField[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** By what the events are found that say a text of a field: its name has no such sign. */
export const saidKey = (name: string, text: string) => `${name}=${text}`

/** A value as texts: of several each. */
function textsOf(value: OwnValue | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'object' ? value : [String(value)]
}

/** A value as a number, of a date that of the day; NaN for everything else. */
function numberOf(value: OwnValue | undefined): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? (dayNumberOf(value) ?? Number.NaN) : Number.NaN
}

/** Gathers what events say of some fields, in any order of their places. */
export class Gathering {
  readonly #fields: readonly HeldField[]
  readonly #texts = new Map<string, number[]>()
  readonly #numbers: ReadonlyMap<string, { readonly places: number[]; readonly values: number[] }>

  constructor(fields: readonly HeldField[]) {
    this.#fields = fields
    const ofNumbers = fields.filter(({ holds }) => holds === 'numbers')
    this.#numbers = new Map(ofNumbers.map(({ name }) => [name, { places: [], values: [] }]))
  }

  /** Takes what the event at a place has stored. */
  add(place: number, stored: string): void {
    const said = ownOf(stored)
    for (const { name } of this.#fields) {
      const value = said[name]
      if (value === undefined) continue
      const numbers = this.#numbers.get(name)
      if (numbers) {
        numbers.places.push(place)
        numbers.values.push(numberOf(value))
        continue
      }
      for (const text of new Set(textsOf(value))) {
        const key = saidKey(name, text)
        const places = this.#texts.get(key)
        if (places) places.push(place)
        else this.#texts.set(key, [place])
      }
    }
  }

  /** All that was said by events of so many places. */
  columns(size: number): OwnColumns {
    const numbers = [...this.#numbers].map(([name, { places, values }]) => {
      const column = new Float64Array(size).fill(Number.NaN)
      for (const [at, place] of places.entries()) column[place] = values[at] ?? Number.NaN
      return [name, column] as const
    })
    const texts = [...this.#texts].map(([key, places]) => [key, Uint32Array.from(places).toSorted()] as const)
    return { fields: this.#fields, texts: new Map(texts), numbers: new Map(numbers) }
  }
}

/** What is wanted of a field: any of some texts and none of others, a number within bounds, or that anything is said. */
export type Wanted =
  | { readonly some: readonly string[]; readonly none: readonly string[] }
  | { readonly least: number; readonly most: number }
  | { readonly isSaid: boolean }

/** What is wanted of the field of this name. */
export interface OwnFilter {
  readonly name: string
  readonly wanted: Wanted
}

/** Whether a value is wanted, as lists are narrowed. */
export function isWanted(wanted: Wanted, value: OwnValue | undefined): boolean {
  if ('isSaid' in wanted) return (value !== undefined) === wanted.isSaid
  if ('least' in wanted) return numberOf(value) >= wanted.least && numberOf(value) <= wanted.most
  const [said, { some, none }] = [textsOf(value), wanted]
  return (
    (some.length === 0 || said.some((text) => some.includes(text))) &&
    !said.some((text) => none.includes(text))
  )
}
