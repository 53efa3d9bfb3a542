// Makes `dist/`: the whole program in a few files of JavaScript, which Node loads in half the time that it takes for the
// thousand modules of `src/` and of the packages. The package carries it; a checkout has it from `npm ci` on, and runs
// `src/` itself as soon as anything there is newer (`bin/kalends.js`).
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { bundleAdmin, manifestName } from '../src/outward/web/admin.bundle.ts'
import { referenceFile, referenceModule, referenceScript } from '../src/outward/web/reference.script.ts'
import { bundleWidget } from '../src/outward/web/widget.script.ts'
import { chunksBy } from './bundle.chunks.ts'
import { licencesOf } from './bundle.licences.ts'
import { writePackage } from './bundle.package.ts'
import { mark, presentState } from './bundle.made.ts'

const root = join(import.meta.dirname, '..')
const bundle = join(root, 'dist')

/** Packages that stay packages: large, with files or a licence of their own, and loaded only when they are used; rolldown only in a checkout. */
const external = [/^sharp$/, /^@aws-sdk\//, /^@scalar\//, /^ical\.js$/, /^pg-native$/, /^rolldown$/]

/** Packages that the program looks for while it runs, to read files of them or to load them late: rolldown does not see it. */
const lookedFor = new Set(['leaflet', 'supercluster', 'sanitize-html'])

/** Nothing of TypeBox does anything by being loaded: what no schema here uses of it stays out, 260 kB, and 10 of the 380 ms that a start computes. */
const typebox = { test: /[\\/]node_modules[\\/]typebox[\\/]/, sideEffects: false }

const state = presentState()
rmSync(bundle, { recursive: true, force: true })
const { modules, imported } = await writeModules()
// What modules look for beside themselves: they stand in `dist/` itself, whatever folder they are from.
cpSync(join(root, 'src/outward/web/assets'), join(bundle, 'assets'), { recursive: true })
writeFileSync(join(bundle, 'widget.js'), bundleWidget())
const admin = await bundleAdmin()
mkdirSync(join(bundle, 'admin'))
for (const { name, body } of admin.files) writeFileSync(join(bundle, 'admin', name), body)
writeFileSync(join(bundle, 'admin', manifestName), JSON.stringify(admin.manifest))
writeFileSync(join(bundle, 'LICENSES.txt'), licencesOf([...modules, ...admin.modules, referenceModule()]))
const reference = await referenceScript()
if (reference) writeFileSync(join(bundle, referenceFile), reference.compressed)
await writePackage(packagesBeside(imported))
writeFileSync(join(bundle, mark), state)

/** Writes the program with maps to its sources; answers the paths of all modules in it, and what it imports from elsewhere. */
async function writeModules(): Promise<{ modules: string[]; imported: Set<string> }> {
  const input = {
    cli: join(root, 'src/process/cli.ts'),
    app: join(root, 'src/process/app.ts'),
    'backups.thread': join(root, 'src/people/system/backups.thread.ts'),
    'imports.thread': join(root, 'src/outward/imports/imports.thread.ts'),
  }
  const { plugin, groups } = chunksBy({
    commands: join(root, 'src/process/cli/run.ts'),
    service: join(root, 'src/process/main.ts'),
    app: input.app,
    threads: [input['backups.thread'], input['imports.thread']],
  })
  await using build = await rolldown({
    cwd: root,
    input,
    plugins: [plugin],
    platform: 'node',
    // Nothing in it changes what is made: Node runs the same sources without it.
    tsconfig: false,
    external,
    treeshake: { moduleSideEffects: [typebox] },
  })
  // Node keeps a program of ASCII in half the memory of any other. Comments go; licences stand in a file of their own.
  const { output } = await build.write({
    dir: bundle,
    sourcemap: true,
    charset: 'ascii',
    comments: false,
    codeSplitting: { groups },
  })
  const chunks = output.filter((file) => file.type === 'chunk')
  return {
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
    imported: new Set(chunks.flatMap(({ imports, dynamicImports }) => imports.concat(dynamicImports))),
  }
}

/** The packages that the program does not run without, by their names: the container has no others. */
function packagesBeside(imported: ReadonlySet<string>): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const isBeside = (name: string) =>
    lookedFor.has(name) || [...imported].some((each) => each === name || each.startsWith(`${name}/`))
  return Object.keys(dependencies).filter(isBeside)
}
