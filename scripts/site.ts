// `npm run site` makes `dist/site/`, the documents as pages: README, docs/, CHANGELOG and what else the repository tells people. Files alone:
// any server shows them, and all of it works without JavaScript but the search.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import MarkdownIt from 'markdown-it'
import MiniSearch from 'minisearch'
import { rolldown } from 'rolldown'
import { repository } from '../src/config/version.ts'
import { type Html, html, sanitised } from '../src/pure/text/htmlTemplate.ts'
import { searchOptions, type Section } from './site.search.ts'

const root = join(import.meta.dirname, '..')
const assets = join(root, 'src/outward/web/assets')

/** The parts of the menu, each with its pages in their order; what is in a folder and not named stands at the end of its part. */
const menu: readonly (readonly [part: string, pages: readonly string[], folder?: string])[] = [
  ['Begin', ['README.md'], 'docs/tutorials'],
  [
    'Fill it',
    ['docs/editing.md', 'docs/submissions.md', 'docs/letters.md', 'docs/importing.md', 'docs/moving.md'],
  ],
  ['Show it', ['docs/pages.md', 'docs/theme.md', 'docs/embedding.md', 'docs/accessibility.md']],
  [
    'Run it',
    ['docs/operating.md', 'docs/configuration.md', 'docs/people.md', 'docs/accounts.md', 'docs/mail.md'],
    'docs',
  ],
  ['Build on it', ['docs/integrating.md', 'docs/assistants.md', 'src/outward/client/README.md']],
  [
    'The project',
    ['CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CODE_OF_CONDUCT.md'],
  ],
  // The wire facts are long tables for those who build on it: they stand in the repository.
  ['Specification', ['docs/spec/README.md', 'docs/spec/service-specification.md', 'docs/spec/decisions.md']],
]

/** A document, and where its page is. */
interface Document {
  /** From the top of the repository. */
  readonly path: string
  readonly url: string
  readonly title: string
  readonly text: string
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

/** Writes the whole site into a folder; answers the addresses of its pages. */
export async function makeSite(folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true })
  const parts = menu.map(([part, pages, below]) => ({ part, documents: documentsOf(pages, below) }))
  const all = parts.flatMap(({ documents }) => documents)
  const sections = all.flatMap((document) => {
    const { body, sections: found } = rendered(document, all)
    write(folder, document.url, pageOf(document, body, parts).source)
    return found
  })
  const search = new MiniSearch(searchOptions)
  search.addAll(sections)
  write(folder, 'search.json', JSON.stringify(search))
  await writeAssets(folder)
  return all.map(({ url }) => url)
}

function documentsOf(named: readonly string[], folder: string | undefined): Document[] {
  const elsewhere = new Set(menu.flatMap(([, pages]) => pages))
  const further = folder === undefined ? [] : markdownIn(folder).filter((path) => !elsewhere.has(path))
  return [...named, ...further].map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path
    return { path, url: urlOf(path), title, text }
  })
}

function markdownIn(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
  return names.toSorted().map((name) => `${folder}/${name}`)
}

function urlOf(path: string): string {
  if (path === 'README.md') return 'index.html'
  return path
    .replace('src/outward/client/README', 'docs/client')
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
    .toLowerCase()
}

/** The page of a document as HTML, and its sections for the search. */
function rendered(document: Document, all: readonly Document[]): { body: Html; sections: Section[] } {
  const tokens = markdown.parse(document.text, {})
  const sections: Section[] = []
  const anchors = new Map<string, number>()
  for (const [at, token] of tokens.entries()) {
    for (const child of token.children ?? []) linkTo(child, document, all)
    if (token.type === 'heading_open') {
      const title = tokens[at + 1]?.children?.map(({ content }) => content).join('') ?? ''
      const anchor = unlike(anchors, anchorOf(title))
      token.attrSet('id', anchor)
      sections.push({ id: `${document.url}#${anchor}`, title, page: document.title, text: '' })
    }
    // Whoever uses the keyboard scrolls what is wider than the page.
    if (token.type === 'fence') token.attrSet('tabindex', '0')
    const current = sections.at(-1)
    if (token.type === 'inline' && current && current.title !== token.content)
      current.text += ` ${token.content}`
  }
  let tables = 0
  const source = markdown.renderer
    .render(tokens, markdown.options, {})
    .replaceAll(/<pre><code([^>]*?) tabindex="0"/g, '<pre tabindex="0"><code$1')
    .replaceAll(
      '<table>',
      () => `<div class="wide" tabindex="0" role="region" aria-label="Table ${(tables += 1)}"><table>`,
    )
    .replaceAll('</table>', '</table></div>')
    // A heading without words is none.
    .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
  return { body: sanitised(source), sections }
}

type Token = NonNullable<ReturnType<typeof markdown.parse>[number]['children']>[number]

/** Leads a link to a page of the site, or to the file in the repository. */
function linkTo(token: Token, { path, url }: Document, all: readonly Document[]): void {
  const name = token.type === 'image' ? 'src' : 'href'
  const href = token.attrGet(name)
  if (typeof href !== 'string' || /^(?:[a-z]+:|#)/i.test(href)) return
  const [file = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(path), file))
  const page = all.find((one) => one.path === target)
  const to = token.type === 'image' ? target : page?.url
  const address =
    to === undefined ? `${repository()}/blob/main/${target}` : posix.relative(posix.dirname(url), to)
  token.attrSet(name, anchor === undefined ? address : `${address}#${anchor}`)
}

/** The name, with a number behind it where a heading of the page had it before, as pages of repositories number them. */
function unlike(anchors: Map<string, number>, name: string): string {
  const before = anchors.get(name) ?? 0
  anchors.set(name, before + 1)
  return before === 0 ? name : `${name}-${before}`
}

/** As pages of repositories name a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function pageOf(
  document: Document,
  body: Html,
  parts: readonly { part: string; documents: readonly Document[] }[],
): Html {
  const above = posix.relative(posix.dirname(document.url), '.') || '.'
  const to = (url: string) => `${above}/${url}`
  const name = document.url === 'index.html' ? 'Kalends' : `${document.title} – Kalends`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${name}</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${to('icon.svg')}" />
        <link rel="stylesheet" href="${to('site.css')}" />
        <script type="module" src="${to('site.js')}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        <header>
          <a class="brand" href="${to('index.html')}">Kalends</a>
          <a class="to-menu" href="#documents">All documents</a>
          <search hidden data-index="${to('search.json')}">
            <label for="q">Search the documents</label>
            <input id="q" type="search" autocomplete="off" placeholder="Search the documents" />
            <ul aria-live="polite"></ul>
          </search>
        </header>
        <main id="main" tabindex="-1">${body}</main>
        <nav class="menu" id="documents" aria-label="Documents">
          ${parts.map(
            ({ part, documents }) =>
              html`<h2>${part}</h2>
                <ul>
                  ${documents.map(
                    ({ url, title }) =>
                      html`<li>
                        <a
                          href="${to(url)}"
                          ${url === document.url ? sanitised('aria-current="page"') : undefined}
                          >${title}</a
                        >
                      </li>`,
                  )}
                </ul>`,
          )}
        </nav>
      </body>
    </html>`
}

async function writeAssets(folder: string): Promise<void> {
  const style = ['tokens.css', 'base.css'].map((name) => readFileSync(join(assets, 'style', name), 'utf8'))
  style.push(readFileSync(join(root, 'scripts/site.css'), 'utf8'))
  write(folder, 'site.css', style.join('\n'))
  for (const name of ['book.woff2', 'book-ext.woff2']) cpSync(join(assets, 'fonts', name), join(folder, name))
  cpSync(join(assets, 'icon.svg'), join(folder, 'icon.svg'))
  for (const name of ['pages', 'editing'])
    cpSync(join(root, 'docs', name), join(folder, 'docs', name), { recursive: true })
  await using build = await rolldown({
    input: join(root, 'scripts/site.page.js'),
    platform: 'browser',
    tsconfig: false,
  })
  await build.write({ file: join(folder, 'site.js'), minify: true, comments: false })
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

if (import.meta.main) await makeSite(join(root, 'dist/site'))
