import { type OwnFilter, saidKey } from './own.ts'
import { type Condition, sieveBy } from './sieves.ts'

/** The event says what is wanted of a field. */
export function saying({ name, wanted }: OwnFilter): readonly Condition[] {
  if ('isSaid' in wanted) return [anythingSaid(name, wanted.isSaid)]
  if ('least' in wanted) {
    const { least, most } = wanted
    return [numbered(name, (value) => Number(value >= least) & Number(value <= most))]
  }
  const { some, none } = wanted
  return [
    ...(some.length > 0 ? [among(name, some, true)] : []),
    ...(none.length > 0 ? [among(name, none, false)] : []),
  ]
}

function among(name: string, texts: readonly string[], isIn: boolean): Condition {
  return ({ own }) => ({
    set: { lists: texts.flatMap((text) => own.texts.get(saidKey(name, text)) ?? []), isIn },
  })
}

function numbered(name: string, test: (value: number) => number): Condition {
  return ({ own }) => {
    const values = own.numbers.get(name) ?? new Float64Array()
    return { sieve: sieveBy((slot) => test(values[slot] ?? Number.NaN)) }
  }
}

function anythingSaid(name: string, isSaid: boolean): Condition {
  const isNumber = numbered(name, (value) => Number(Number.isNaN(value) !== isSaid))
  return (columns) => {
    const { own } = columns
    if (own.numbers.has(name)) return isNumber(columns)
    const keys = [...own.texts.keys()].filter((key) => key.startsWith(saidKey(name, '')))
    return { set: { lists: keys.flatMap((key) => own.texts.get(key) ?? []), isIn: isSaid } }
  }
}
