// Makes `dist/`: the whole program in a few files of JavaScript, which Node loads in half the time that it takes for the
// thousand modules of `src/` and of the packages. The package carries it; a checkout has it from `npm ci` on, and runs
// `src/` itself as soon as anything there is newer (`bin/kalends.js`).
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { bundleWidget } from '../src/web/widget.script.ts'
import { licencesOf } from './bundle.licences.ts'
import { mark, presentState } from './bundle.made.ts'

const root = join(import.meta.dirname, '..')
const bundle = join(root, 'dist')

/** Where it is made; it takes the place of the one before when all of it is there. */
const making = join(root, 'dist.making')

/** Packages that stay packages: large, loaded only when they are used, and with files of their own beside their code. */
const external = [/^sharp$/, /^@aws-sdk\//, /^@scalar\//, /^pg-native$/]

const state = presentState()
rmSync(making, { recursive: true, force: true })
mkdirSync(making)
const modules = await writeModules()
// What modules look for beside themselves. The modules stand in `dist/` itself, whatever folder they are from.
cpSync(join(root, 'src/web/assets'), join(making, 'assets'), { recursive: true })
writeFileSync(join(making, 'widget.js'), bundleWidget())
writeFileSync(join(making, 'LICENSES.txt'), licencesOf(modules))
writeFileSync(join(making, mark), state)
rmSync(bundle, { recursive: true, force: true })
renameSync(making, bundle)

/** Writes the program with maps to its sources; answers the paths of all modules in it. */
async function writeModules(): Promise<string[]> {
  await using build = await rolldown({
    cwd: root,
    input: { cli: 'src/cli.ts', app: 'src/app.ts' },
    platform: 'node',
    external,
  })
  const { output } = await build.write({ dir: making, sourcemap: true })
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}
