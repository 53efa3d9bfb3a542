import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
}

const manifest = read<{ optionalDependencies: Record<string, string> }>('package.json')
const lockfile = read<{ packages: Record<string, LockedPackage> }>('package-lock.json')
const locked = Object.entries(lockfile.packages).filter(([path]) => path !== '')

describe('the Node that the project brings', () => {
  const platforms = Object.entries(manifest.optionalDependencies)
  const versions = new Set(platforms.map(([, version]) => version))

  test('comes for five platforms, in one exact version', () => {
    expect(platforms).toHaveLength(5)
    expect([...versions]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)])
  })

  test.for(platforms)(
    'is locked for every platform, wherever the lockfile was written: %s',
    ([name, version]) => {
      expect(lockfile.packages[`node_modules/${name}`]).toMatchObject({ version })
    },
  )

  test('runs these tests', () => {
    expect([...versions]).toContain(process.versions.node)
  })
})

describe('the lockfile', () => {
  test('names no registry, so that it installs from any', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  test('holds the hash of every package', () => {
    expect(locked.filter(([, { integrity }]) => integrity === undefined)).toEqual([])
  })
})

function read<Content>(path: string): Content {
  // The shape is npm's own and the tests above look at the fields.
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as Content
}
