import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../src/process/cli/run.ts'
import { completionOf, shells } from '../src/process/cli/completion.ts'
import { manualPage } from '../src/process/cli/manual.ts'
import { cutLock, type LockedPackages, type Manifest } from './bundle.lock.ts'

const root = join(import.meta.dirname, '..')
const bundle = join(root, 'dist')

/** The folder of what is installed elsewhere: the container has it, and the package of npm is packed from it. */
export const packageFolder = join(bundle, 'package')

/** What the package says of itself as this project does. */
const said = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'homepage',
  'repository',
  'bugs',
  'author',
  'bin',
  'type',
  'types',
  'exports',
  'engines',
] as const

/** Where systems look for what a program brings for its users, below `share/`. */
const sharePaths = {
  bash: 'bash-completion/completions/kalends',
  zsh: 'zsh/site-functions/_kalends',
  fish: 'fish/vendor_completions.d/kalends.fish',
} as const
const manualPath = 'man/man1/kalends.1'

/**
 * Writes `dist/package/`: the program without maps to its sources, its licences, completion and manual, and of the packages beside it
 * the names, with a lockfile cut from ours, so that `npm ci` installs there what was tested here.
 */
export async function writePackage(beside: readonly string[]): Promise<void> {
  rmSync(packageFolder, { recursive: true, force: true })
  mkdirSync(packageFolder, { recursive: true })
  cpSync(join(root, 'bin'), join(packageFolder, 'bin'), { recursive: true })
  for (const name of readdirSync(bundle).filter((each) => each !== 'package'))
    cpSync(join(bundle, name), join(packageFolder, 'dist', name), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    })
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md'].filter((each) =>
    readdirSync(root).includes(each),
  ))
    cpSync(join(root, name), join(packageFolder, name))
  for (const shell of shells) write(join('share', sharePaths[shell]), await completionOf(shell, commands))
  const manifest = manifestOf(beside)
  write(join('share', manualPath), manualPage(commands, manifest.version))
  writeManifest(packageFolder, manifest, 'package-lock.json')
}

/** Takes the declarations of types, which a package for programs brings, over into it. */
export function copyTypes(): void {
  const names = readdirSync(bundle, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => each.endsWith('.d.ts') && !each.startsWith('package')))
    cpSync(join(bundle, name), join(packageFolder, 'dist', name))
}

/** Makes of a copy of that folder the package of npm: it brings the Node that it runs on, and says what may be beside it. */
export function makePackageOfNpm(folder: string): void {
  const own = read<Manifest>(join(folder, 'package.json'))
  const { optionalDependencies, peerDependencies, peerDependenciesMeta } = read<
    Required<Manifest> & Record<string, unknown>
  >(join(root, 'package.json'))
  rmSync(join(folder, 'package-lock.json'))
  const added = {
    man: [`./share/${manualPath}`],
    optionalDependencies,
    peerDependencies,
    peerDependenciesMeta,
  }
  writeManifest(folder, { ...own, ...added }, 'npm-shrinkwrap.json')
}

function manifestOf(beside: readonly string[]): Manifest {
  const ours = read<Manifest & Record<string, unknown>>(join(root, 'package.json'))
  const own = Object.fromEntries(said.filter((name) => name in ours).map((name) => [name, ours[name]]))
  const dependencies = Object.fromEntries(beside.map((name) => [name, ours.dependencies[name] ?? '']))
  return { ...own, name: ours.name, version: ours.version, dependencies }
}

function writeManifest(folder: string, manifest: Manifest, lockName: string): void {
  const { packages } = read<{ packages: LockedPackages }>(join(root, 'package-lock.json'))
  for (const [name, content] of [
    ['package.json', manifest],
    [lockName, cutLock(packages, manifest)],
  ] as const)
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
}

function write(path: string, text: string): void {
  const whole = join(packageFolder, path)
  mkdirSync(join(whole, '..'), { recursive: true })
  writeFileSync(whole, text)
}

function read<Content>(path: string): Content {
  // Files of npm, whose members are used as they are.
  return JSON.parse(readFileSync(path, 'utf8')) as Content
}
