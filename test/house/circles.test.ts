import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { circleIn, usesOf, usesOfRooms } from './circles.ts'
import { filesIn, textOf } from './files.ts'

const paths = filesIn('src').filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
const sources = new Map(paths.map((path) => [path, textOf(path)]))
const uses = usesOf(sources)

test('no file is in a circle of imports, types and what is loaded later included', () => {
  expect(circleIn(uses)).toBeUndefined()
})

test('no rooms use each other, directly or around others: folders beside each other in any folder', () => {
  const folders = new Set<string>()
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  const circles = [...folders].map((folder) => [folder, circleIn(usesOfRooms(folder, uses))] as const)
  expect(circles.filter(([, circle]) => circle !== undefined)).toEqual([])
})

test('a circle of types that is planted is found, and two rooms that use each other', () => {
  const tables = 'src/storage/schema/tables.ts'
  const planted = new Map(sources)
  planted.set(tables, `import type { Tables } from './tables.all.ts'\n${sources.get(tables)}`)
  expect(circleIn(usesOf(planted))).toEqual(
    expect.arrayContaining([tables, 'src/storage/schema/tables.all.ts']),
  )
  const kind = 'src/records/posts/posts.kind.ts'
  planted.set(tables, sources.get(tables) ?? '')
  planted.set(kind, `import {\n  type TermRow,\n} from '../terms/terms.row.ts'\n${sources.get(kind)}`)
  expect(circleIn(usesOf(planted))).toBeUndefined()
  expect(circleIn(usesOfRooms('src/records', usesOf(planted)))).toEqual(
    expect.arrayContaining(['posts', 'terms']),
  )
  planted.set(kind, `${sources.get(kind)}const later = () => import('../terms/terms.row.ts')\n`)
  expect(circleIn(usesOfRooms('src/records', usesOf(planted)))).toBeDefined()
})
