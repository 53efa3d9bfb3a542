import { expect, test } from 'vitest'
import { programName } from './programName.ts'

test('a name for programs is made of what people call it, unlike those that there are', () => {
  expect(programName('Zielgruppe', [], 'field')).toBe('zielgruppe')
  expect(programName(' Größe & Maß (cm) ', [], 'field')).toBe('grosse_mass_cm')
  expect(programName('Âge à partir de', [], 'field')).toBe('age_a_partir_de')
  expect(programName('対象者', [], 'field')).toBe('field')
  expect(programName('対象者', ['field', 'field_2'], 'field')).toBe('field_3')
  expect(programName('3D', [], 'field')).toBe('field_3d')
  const long = programName('a'.repeat(60), ['a'.repeat(40)], 'field')
  expect(long).toBe(`${'a'.repeat(38)}_2`)
})
