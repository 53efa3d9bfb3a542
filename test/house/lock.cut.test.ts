import { expect, test } from 'vitest'
import { cutLock, type LockedPackages } from '../../scripts/bundle.lock.ts'
import { textOf } from './files.ts'

const { packages: ours }: { packages: LockedPackages } = JSON.parse(textOf('package-lock.json'))
const manifest = { name: 'a', version: '1.0.0' }

test('a lockfile is cut to what is reached, each entry as ours has it, for every platform', () => {
  const { dependencies } = JSON.parse(textOf('package.json'))
  const cut: { packages: LockedPackages } = cutLock(ours, {
    ...manifest,
    dependencies: { sharp: dependencies.sharp, 'sanitize-html': dependencies['sanitize-html'] },
  })
  const { '': own, ...rest } = cut.packages
  expect(own).toMatchObject({ name: 'a', dependencies: { sharp: dependencies.sharp } })
  for (const [path, { version, integrity }] of Object.entries(rest))
    expect({ version, integrity }).toEqual({ version: ours[path]?.version, integrity: ours[path]?.integrity })
  const names = Object.keys(rest)
  expect(names).toEqual(
    expect.arrayContaining([
      'node_modules/sharp',
      'node_modules/@img/sharp-linux-arm64',
      'node_modules/@img/sharp-darwin-x64',
      'node_modules/htmlparser2',
    ]),
  )
  expect(names).not.toContain('node_modules/vitest')
  expect(Object.values(rest).filter((entry) => entry.dev || entry.peer)).toEqual([])
})

test('of two versions the one is taken that Node finds from there, and optional ones may be missing', () => {
  const lock: LockedPackages = {
    'node_modules/one': { version: '1', dependencies: { two: '*' }, optionalDependencies: { none: '*' } },
    'node_modules/one/node_modules/two': { version: '2', dependencies: { three: '*', one: '*' } },
    'node_modules/two': { version: '3', dev: true },
    'node_modules/three': {
      version: '4',
      peerDependencies: { two: '*', loose: '*' },
      peerDependenciesMeta: { loose: { optional: true } },
    },
    'node_modules/loose': { version: '5' },
  }
  const { packages } = cutLock(lock, { ...manifest, dependencies: { one: '*' } })
  expect(Object.entries(packages).map(([path, { version }]) => [path, version])).toEqual([
    ['', '1.0.0'],
    ['node_modules/one', '1'],
    ['node_modules/one/node_modules/two', '2'],
    ['node_modules/three', '4'],
    ['node_modules/two', '3'],
  ])
  expect(() => cutLock(lock, { ...manifest, dependencies: { four: '*' } })).toThrow('has no four for a')
})
