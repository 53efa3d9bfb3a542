import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { installed, programIn, run } from '../support/registry.ts'

/** Clients are generated as developers do it, by the two generators that are used most, and with the compiler that these need. */
const packages = [
  'typescript@5.9.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  '@types/node@26.6.6',
]

const folder = await mkdtemp(join(tmpdir(), 'kalends-clients-'))
const isThere = await installed(folder, packages)

describe.skipIf(!isThere)('clients that are generated from /openapi.json (needs the registry)', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ REST_ROOT: '/wp-json' })
    const { text } = await app.ask({ absolute: true, path: '/openapi.json' })
    await writeFile(join(folder, 'openapi.json'), text)
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test.for([
    {
      name: 'openapi-fetch',
      generator: 'openapi-typescript',
      args: ['openapi.json', '-o', 'schema.d.ts'],
      modules: { module: 'nodenext' },
    },
    {
      name: 'hey-api',
      generator: 'openapi-ts',
      args: ['-i', 'openapi.json', '-o', 'hey'],
      modules: { module: 'esnext', moduleResolution: 'bundler' },
    },
  ])('$name: forty calls compile under strict, and do what they are called for', async (client) => {
    const program = `${client.name}.ts`
    await copyFile(new URL(`clients/${client.name}.txt`, import.meta.url), join(folder, program))
    const compilerOptions = {
      ...client.modules,
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }))
    const generated = await run(programIn(folder, client.generator), client.args, folder)
    expect(generated.status, generated.out).toBe(0)
    const compiled = await run(programIn(folder, 'tsc'), ['-p', 'tsconfig.json'], folder)
    expect(compiled.out).toBe('')
    // Where the service has no records yet.
    const own = await createTestApp({ REST_ROOT: '/wp-json' })
    const origin = await own.app.server.listen({ port: 0, host: '127.0.0.1' })
    await using bundle = await rolldown({ cwd: folder, input: program, platform: 'node' })
    await bundle.write({ file: join(folder, 'program.js'), format: 'esm' })
    const ran = await run(
      process.execPath,
      ['program.js', `${origin}/wp-json`, own.credentials.administrator],
      folder,
    )
    await own.close()
    expect(ran.status, ran.out).toBe(0)
    const { calls } = JSON.parse(ran.out.trim().split('\n').at(-1) ?? '') as { calls: number }
    expect(calls).toBeGreaterThanOrEqual(40)
  })
})
