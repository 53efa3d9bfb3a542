import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { compareVersions } from '../src/pure/text/versions.ts'

/**
 * `npm run release -- 1.2.0`: makes a release of this copy. The tree has to be clean, and the CHANGELOG to have its heading; then the version is
 * set, everything is tested, a new minor is committed, tagged, and stores what later ones are tried by. Nothing is pushed.
 */
const [version = ''] = process.argv.slice(2)
const root = new URL('..', import.meta.url)
const today = Temporal.Now.plainDateISO().toString()

assertReleasable()
run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts')
run('npm', 'pkg', 'set', `released=${today}`)
tellCatalogues()
run('npm', 'run', 'test:all')
run('git', 'commit', '--all', '--message', `Release ${version}`)
const commit = git('rev-parse', 'HEAD')
run('git', 'tag', '--annotate', `v${version}`, '--message', `Kalends ${version}`)
keepCommit(commit)
if (version.endsWith('.0')) run('npm', 'run', 'fixture', '--', version)
run('git', 'add', 'test/upgrades')
run('git', 'commit', '--message', `What ${version} stores is kept, for the programs after it`)
console.log(`Kalends ${version} is v${version}. Next: git push --follow-tags`)

/** Throws a sentence where something is missing. */
function assertReleasable(): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`“${version}” is no version such as 1.2.0.`)
  const { version: last } = JSON.parse(text('package.json')) as { version: string }
  if (compareVersions(version, last) < 0) throw new Error(`${version} is older than ${last}.`)
  if (version in releases()) throw new Error(`${version} is released already.`)
  if (git('status', '--porcelain') !== '')
    throw new Error('Commit or put aside what is changed: a release is made of a commit.')
  const headings = text('CHANGELOG.md')
    .split('\n')
    .filter((line) => line.startsWith('## '))
  const heading = `## [${version}] - ${today}`
  if (headings[0] !== '## [Unreleased]' || !headings.includes(heading))
    throw new Error(`CHANGELOG.md needs “## [Unreleased]” on top, and “${heading}” below it.`)
  const migrations = text('src/storage/db/migrate.ts')
  if (!version.endsWith('.0') && migrations.includes(`'${version}'`))
    throw new Error(`A patch has no migration, and ${version} would bring one.`)
}

/** What catalogues of public software read, and which image a cluster takes. */
function tellCatalogues(): void {
  const told = text('publiccode.yml')
    .replace(/^softwareVersion: .*$/m, `softwareVersion: '${version}'`)
    .replace(/^releaseDate: .*$/m, `releaseDate: '${today}'`)
  writeFileSync(new URL('publiccode.yml', root), told)
  const deployed = text('deploy/kubernetes.yaml').replace(/(kalends\/kalends):[\d.]+/, `$1:${version}`)
  writeFileSync(new URL('deploy/kubernetes.yaml', root), deployed)
}

function releases(): Readonly<Record<string, string>> {
  return JSON.parse(text('test/upgrades/releases.json')) as Record<string, string>
}

/** Tests know releases by their commits, not by tags. */
function keepCommit(made: string): void {
  const all = { ...releases(), [version]: made }
  writeFileSync(new URL('test/upgrades/releases.json', root), `${JSON.stringify(all, null, 2)}\n`)
}

function text(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
}

function run(program: string, ...words: string[]): void {
  execFileSync(program, words, { cwd: root, stdio: 'inherit' })
}
