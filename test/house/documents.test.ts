import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/process/cli/run.ts'
import { settings } from '../../src/config/config.settings.ts'
import { files, textOf } from './files.ts'

const paths = files()
const folders = new Set(paths.flatMap(foldersOf))
const documents = paths.filter(
  (path) => /^(docs\/)?[A-Z\w.-]+\.md$/.test(path) || path === 'docs/spec/README.md',
)
/** The lines of comments in all programs. What looks like one within a text is taken for one. */
const comments = paths
  .filter((path) => /\.(ts|js|css)$/.test(path))
  .flatMap((path) => textOf(path).split('\n'))
  .filter((line) => /^\s*(\/\*\*|\*|\/\/)|\s\/\/ /.test(line))

test('ARCHITECTURE.md names each folder of the program', () => {
  const text = textOf('ARCHITECTURE.md')
  const rooms = [...folders].flatMap((folder) => /^src\/(?:\w+\/)?(\w+)\/$/.exec(folder)?.[1] ?? [])
  expect(rooms.length).toBeGreaterThan(40)
  expect(rooms.filter((room) => !text.includes(`${room}/`))).toEqual([])
})

describe.each(documents)('%s names what is there', (document) => {
  const text = textOf(document)

  test('files and folders', () => {
    const named = matches(text, /`([\w.-]+(?:\/[\w.-]+)*\.(?:css|js|json|md|svg|ts|yaml))`/g)
    const below = matches(text, /`((?:[\w-]+\/)+)`/g)
    expect(named.filter((path) => !isFile(path) && !placeholders.has(path))).toEqual([])
    expect(below.filter((path) => !isFolder(path) && !placeholders.has(path))).toEqual([])
  })

  test('pages and headings that it links to', () => {
    const links = matches(text, /\]\((?!https?:)([^)]+)\)/g)
    expect(links.filter((link) => !isThere(document, link))).toEqual([])
  })

  test('scripts of npm and commands', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    const run = matches(text, /npm run (?:-s )?([\w:]+)/g)
    expect(run.filter((name) => !(name in scripts))).toEqual([])
    const kalends = matches(text, /(?:npm run kalends -- |npx kalends |`kalends )([a-z]+(?: [a-z]+)?)/g)
    expect(kalends.filter((words) => !isCommand(words))).toEqual([])
  })

  test('settings', () => {
    const named = matches(text, /(?<![\w/$`:{]|\w-)`?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)
    expect(named.filter((name) => !isSetting(name) && !ofOthers.has(name))).toEqual([])
  })
})

test('comments name files that are there', () => {
  const file = /(?<![\w*./{}-])((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:md|ts))\b/g
  expect(comments.flatMap((line) => matches(line, file)).filter((named) => !isFile(named))).toEqual([])
})

test('comments name decisions that are settled', () => {
  const settled = new Set(matches(textOf('docs/spec/decisions.md'), /^\| (D\d+) \|/gm))
  const named = comments.flatMap((line) => matches(line, /\b(D\d+)\b(?=[^(]*\))/g))
  expect(named.filter((decision) => !settled.has(decision))).toEqual([])
})

test.each(['wire-events', 'wire-others'])('comments name sections that docs/spec/%s.md has', (page) => {
  const sections = new Set(matches(textOf(`docs/spec/${page}.md`), /^##+ (\d+(?:\.\d+)?)\b/gm))
  const named = comments.flatMap((line) =>
    matches(line, new RegExp(`\`${page}\\.md\` (\\d+(?:\\.\\d+)?)`, 'g')),
  )
  expect(named.filter((section) => !sections.has(section))).toEqual([])
})

/** What stands for a name that whoever reads puts in, or is made: of neither is there a file. */
const placeholders = new Set(['src/storage/schema/migrations/NNNN-what.ts', 'dist/'])

/** Each setting has a name for the file of its value, too. */
function isSetting(name: string): boolean {
  return name === 'NAME_FILE' || name in settings || name.replace(/_FILE$/, '') in settings
}

/** What the environment tells others than Kalends. */
const ofOthers = new Set([
  // Read by the command that imports a site.
  'IMPORT_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'COMPOSE_PROFILES',
  'CADDY_HOST',
  'AWS_SECRET_ACCESS_KEY',
  'MALLOC_ARENA_MAX',
  'NODE_ENV',
  'NODE_OPTIONS',
  'TEST_FIELDS',
  'TEST_LONG',
  'TEST_POSTGRES',
  'TEST_READING',
])

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

/** Names in documents and comments leave out what leads to them: `sqlite.open.ts`, `schema/tables.ts`. */
function isFile(named: string): boolean {
  return paths.some((path) => path === named || path.endsWith(`/${named}`))
}

function isFolder(named: string): boolean {
  return [...folders].some((folder) => `/${folder}`.endsWith(`/${named}`))
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)
}

function isThere(document: string, link: string): boolean {
  const [page = '', heading] = link.split('#')
  const path = page === '' ? document : posix.join(posix.dirname(document), page)
  if (!paths.includes(path) && !folders.has(path)) return false
  return (
    heading === undefined ||
    matches(textOf(path), /^#+ (.+)$/gm)
      .map(anchorOf)
      .includes(heading)
  )
}

/** As pages of repositories name a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function isCommand(words: string): boolean {
  return commands.some(
    ({ name }) => `${words} `.startsWith(`${name} `) || name.startsWith(`${words.split(' ')[0]} `),
  )
}
