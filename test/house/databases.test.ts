import { expect, test } from 'vitest'
import { files, textOf } from './files.ts'

test('nothing outside db/ knows which kind of database it is', () => {
  const others = files().filter((path) =>
    /^src\/(?!storage\/db\/|config\/databaseAddress|outward\/admin\/).*\.tsx?$/.test(path),
  )
  expect(others.length).toBeGreaterThan(500)
  expect(
    others.filter((path) => /db\/(sqlite|postgres)\/|\bisPostgres\b|from 'pg'/.test(textOf(path))),
  ).toEqual([])
})
