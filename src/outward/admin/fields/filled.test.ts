import { expect, test } from 'vitest'
import { filled } from './filled.ts'

test('texts that are empty are none, and others have no spaces around them', () => {
  expect(filled({ en: ' ', de: ' Alter ' })).toEqual({ de: 'Alter' })
})
