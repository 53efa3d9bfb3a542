import fc from 'fast-check'
import type { Declaration, OwnType } from '../../src/fields/own/declaration.ts'
import { blank } from '../../src/records/own/own.declare.write.ts'

/** Fields by which lists are narrowed; of choices the options are a, b and c. */
export function ownFields(types: Readonly<Record<string, OwnType>>): readonly Declaration[] {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: { en: value.toUpperCase() } }))
  return Object.entries(types).map(([name, type], at) => {
    const isChoice = type === 'choice' || type === 'choices'
    const said = { id: at + 1, name, type, label: { en: name }, options: isChoice ? options : [] }
    return Object.assign(said, { ...blank, ...said, filter: true, modified_at: 0 })
  })
}

/** What an event may have stored of the fields audience, age, until and signed. */
export const anyOwn = fc
  .record(
    {
      age: fc.integer({ min: -1, max: 4 }),
      audience: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      signed: fc.boolean(),
      until: fc.constantFrom('2031-05-01', '2031-05-02', '2031-05-03'),
    },
    { requiredKeys: [] },
  )
  .map((values) => (Object.keys(values).length === 0 ? '' : JSON.stringify(values)))
