import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { languages } from '../../src/pure/text/language.ts'
import { files, textOf } from './files.ts'

const manifest = JSON.parse(textOf('package.json'))

test('publiccode.yml says of the program what package.json says, in all languages of its pages', () => {
  const told = parse(textOf('publiccode.yml'))
  expect(told).toMatchObject({
    url: manifest.homepage,
    softwareVersion: manifest.version,
    releaseDate: manifest.released,
    legal: { license: manifest.license },
  })
  expect(told.localisation.availableLanguages).toEqual([...languages])
  expect(Object.keys(told.description)).toEqual([...languages])
  for (const { shortDescription, longDescription, features } of Object.values<{
    shortDescription: string
    longDescription: string
    features: string[]
  }>(told.description)) {
    // The bounds of the standard (publiccode.yml 0.4).
    expect(shortDescription.length).toBeLessThanOrEqual(150)
    expect(longDescription.length).toBeGreaterThanOrEqual(150)
    expect(features.length).toBeGreaterThan(0)
  }
})

test('papers lead to the page of the project that package.json names, and to no other one', () => {
  const papers = files().filter((path) =>
    /^(?:[A-Z_]+\.md|\.github\/.*|publiccode\.yml|package\.json)$/.test(path),
  )
  expect(papers.length).toBeGreaterThan(6)
  const led = papers.flatMap((path) =>
    [...textOf(path).matchAll(/https:\/\/github\.com\/[\w-]+\/kalends\b/g)].map(([url]) => url),
  )
  expect(new Set(led)).toEqual(new Set([manifest.homepage]))
})

test('forms for reports are whole: each part has a name, and what must be filled says so', () => {
  const forms = files().filter((path) => /^\.github\/ISSUE_TEMPLATE\/(?!config)/.test(path))
  expect(forms.length).toBeGreaterThan(1)
  for (const path of forms) {
    const { name, description, body } = parse(textOf(path))
    expect([name, description].every((said) => typeof said === 'string')).toBe(true)
    const ids = body.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(
      body.some(({ validations }: { validations?: { required: boolean } }) => validations?.required),
    ).toBe(true)
  }
})
