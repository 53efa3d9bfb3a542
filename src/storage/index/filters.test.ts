import { expect, test } from 'vitest'
import { conditions, type ConditionsOf, type Filters } from './filters.ts'

test('a filter that is declared without a condition does not compile, nor does a condition without its filter', () => {
  interface WithMore extends Filters {
    readonly indoors?: boolean | undefined
  }
  // @ts-expect-error -- `indoors` has no condition.
  const less: ConditionsOf<WithMore> = conditions
  const enough: ConditionsOf<WithMore> = { ...conditions, indoors: () => [] }
  // @ts-expect-error -- No filter has this name.
  const more: ConditionsOf<Filters> = { ...conditions, indoors: () => [] }
  expect(Object.keys(more)).toEqual(Object.keys(enough))
  expect(Object.keys(less)).not.toContain('indoors')
})
