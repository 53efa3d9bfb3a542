import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../support/app.ts'
import { installed, programIn, run } from '../support/registry.ts'

const folder = await mkdtemp(join(tmpdir(), 'kalends-lint-'))
const isThere = await installed(folder, ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'])
const rules = (name: string) => join(import.meta.dirname, '../..', name)

describe.skipIf(!isThere)('what linters say of the documents (needs the registry)', () => {
  beforeAll(async () => {
    const app = await createTestApp({ REST_ROOT: '/wp-json', SITE_URL: 'https://calendar.example.org' })
    const whole = await app.ask({ absolute: true, path: '/openapi.json' })
    const own = await app.ask({ path: 'doc' })
    await app.close()
    await writeFile(join(folder, 'whole.json'), whole.text)
    await writeFile(join(folder, 'own.json'), own.text)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(['whole.json', 'own.json'])('redocly, by its recommended rules: nothing of %s', async (file) => {
    const args = ['lint', file, '--config', rules('redocly.yaml'), '--format', 'json']
    const { status, out } = await run(programIn(folder, 'redocly'), args, folder)
    expect(out).toContain('"totals"')
    expect(/"totals":\s*\{[^}]*\}/.exec(out)?.[0].replaceAll(/\s/g, '')).toBe(
      '"totals":{"errors":0,"warnings":0,"ignored":0}',
    )
    expect(status).toBe(0)
  })

  test.each(['whole.json', 'own.json'])('spectral, by the rules of OpenAPI: nothing of %s', async (file) => {
    const args = [
      'lint',
      file,
      '--ruleset',
      rules('.spectral.yaml'),
      '--fail-severity',
      'hint',
      '--display-only-failures',
    ]
    const { status, out } = await run(programIn(folder, 'spectral'), args, folder)
    expect(out).toContain('No results with a severity')
    expect(status).toBe(0)
  })
})
