// Makes `dist/`: the whole program in a few files of JavaScript, which Node loads in half the time that it takes for the
// thousand modules of `src/` and of the packages. The package carries it; a checkout has it from `npm ci` on, and runs
// `src/` itself as soon as anything there is newer (`bin/kalends.js`).
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { bundleAdmin, manifestName } from '../src/web/admin.bundle.ts'
import { bundleWidget } from '../src/web/widget.script.ts'
import { licencesOf } from './bundle.licences.ts'
import { mark, presentState } from './bundle.made.ts'

const root = join(import.meta.dirname, '..')
const bundle = join(root, 'dist')

/** Packages that stay packages: large, with files or a licence of their own, and loaded only when they are used; rolldown only in a checkout. */
const external = [
  /^sharp$/,
  /^@aws-sdk\//,
  /^@scalar\//,
  /^ical\.js$/,
  /^pg-native$/,
  /^@modelcontextprotocol\//,
  /^rolldown$/,
]

const state = presentState()
rmSync(bundle, { recursive: true, force: true })
const modules = await writeModules()
// What modules look for beside themselves: they stand in `dist/` itself, whatever folder they are from.
cpSync(join(root, 'src/web/assets'), join(bundle, 'assets'), { recursive: true })
writeFileSync(join(bundle, 'widget.js'), bundleWidget())
const admin = await bundleAdmin()
mkdirSync(join(bundle, 'admin'))
for (const { name, body } of admin.files) writeFileSync(join(bundle, 'admin', name), body)
writeFileSync(join(bundle, 'admin', manifestName), JSON.stringify(admin.manifest))
writeFileSync(join(bundle, 'LICENSES.txt'), licencesOf([...modules, ...admin.modules]))
writeFileSync(join(bundle, mark), state)

/** Writes the program with maps to its sources; answers the paths of all modules in it. */
async function writeModules(): Promise<string[]> {
  await using build = await rolldown({
    cwd: root,
    input: {
      cli: 'src/cli.ts',
      app: 'src/app.ts',
      'backups.thread': 'src/system/backups.thread.ts',
      'imports.thread': 'src/imports/imports.thread.ts',
    },
    platform: 'node',
    // Nothing in it changes what is made: Node runs the same sources without it.
    tsconfig: false,
    external,
  })
  // Node keeps a program of ASCII in half the memory of any other. Comments go; licences stand in a file of their own.
  const { output } = await build.write({ dir: bundle, sourcemap: true, charset: 'ascii', comments: false })
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}
