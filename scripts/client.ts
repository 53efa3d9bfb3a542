// `npm run client` makes `dist/client/`, the package @kalends/client: one module for Node, browsers and workers, and the types of the
// interface, which openapi-typescript makes of `/openapi.json`. That is the only thing for which the registry of npm is asked.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const sources = join(root, 'src/outward/client')

/** Writes the module of the client library, all that it needs in it, into a folder as `index.js`; answers its text. */
export async function bundleClient(folder: string): Promise<string> {
  await using build = await rolldown({
    cwd: root,
    input: { index: join(sources, 'index.ts') },
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import'] },
    tsconfig: false,
  })
  const { output } = await build.write({ dir: folder, comments: false, minify: true })
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}

/** Makes the whole package in a folder. */
export async function makeClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundleClient(folder)
  const options =
    '--ignoreConfig --declaration --emitDeclarationOnly --strict --skipLibCheck --module nodenext --target es2025 --types node'
  const args = [...options.split(' '), '--allowImportingTsExtensions', '--rewriteRelativeImportExtensions']
  execFileSync(
    join(root, 'node_modules/.bin/tsc'),
    [...args, '--outDir', folder, join(sources, 'index.ts')],
    { stdio: 'inherit' },
  )
  await writeTypes(join(folder, 'schema.d.ts'))
  takeTypesAlong(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
  cpSync(join(sources, 'README.md'), join(folder, 'README.md'))
}

/** The types of the packages that are in the module, so that none has to be installed for them. */
const typesOf = {
  'openapi-fetch': 'dist/index.d.mts',
  'openapi-typescript-helpers': 'dist/index.d.mts',
} as const

/** Copies these types beside those of the library, which then name them there, and the licences of the packages. */
function takeTypesAlong(folder: string): void {
  const licences = [readFileSync(join(root, 'LICENSE'), 'utf8')]
  for (const [name, path] of Object.entries(typesOf)) {
    const installed = join(root, 'node_modules', name)
    writeFileSync(join(folder, `${name}.d.ts`), beside(readFileSync(join(installed, path), 'utf8')))
    licences.push(`${name}\n\n${readFileSync(join(installed, 'LICENSE'), 'utf8')}`)
  }
  const index = join(folder, 'index.d.ts')
  writeFileSync(index, beside(readFileSync(index, 'utf8')))
  writeFileSync(join(folder, 'LICENSE'), licences.join('\n\n'))
}

function beside(types: string): string {
  const names = Object.keys(typesOf).join('|')
  return types.replaceAll(new RegExp(`(['"])(${names})\\1`, 'g'), `'./$2.js'`)
}

function manifest(): object {
  const { version, homepage, bugs, license, repository } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  return {
    name: '@kalends/client',
    version,
    description: 'A typed client of Kalends calendars: requests, lists, the feed of changes, webhooks.',
    homepage,
    bugs,
    license,
    repository,
    type: 'module',
    sideEffects: false,
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    engines: { node: '>=20' },
  }
}

/** Writes the types of the paths below the namespace of the calendar. */
async function writeTypes(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-client-'))
  try {
    const document = join(folder, 'openapi.json')
    writeFileSync(document, JSON.stringify(await describedPaths(folder)))
    const pinned = ['--yes', '-p', 'openapi-typescript@7.13.0', '-p', 'typescript@5.9.3']
    execFileSync('npx', [...pinned, 'openapi-typescript', document, '-o', path], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `/openapi.json` of a new calendar, with the paths below its namespace alone, written from there. */
async function describedPaths(folder: string): Promise<object> {
  const service = spawn(process.execPath, [join(root, 'bin/kalends.js'), 'serve'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    for await (const line of createInterface(service.stdout)) {
      const [, origin, namespace] = /listens on (https?:\/\/[^/\s]+)(\/\S+)/.exec(line) ?? []
      if (origin === undefined || namespace === undefined) continue
      const answer = await fetch(`${origin}/openapi.json`)
      const document = (await answer.json()) as { readonly paths: Readonly<Record<string, object>> }
      const paths = Object.entries(document.paths).filter(([path]) => path.startsWith(`${namespace}/`))
      return {
        ...document,
        paths: Object.fromEntries(paths.map(([path, item]) => [path.slice(namespace.length), item])),
      }
    }
    throw new Error('The service has not started.')
  } finally {
    service.kill()
  }
}

if (import.meta.main) await makeClient(join(root, 'dist/client'))
