import { createHash } from 'node:crypto'
import type { ChunkingContext, CodeSplittingNameFunction, Plugin } from 'rolldown'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FieldOf } from '../../fields/field.ts'
import { type Language, languages } from '../../pure/text/language.ts'
import { inLanguage, type Messages } from '../../pure/text/messages.ts'
import { smaller, withBook } from './assets.ts'

/** A file of the editing interface; its name has a hash of its contents. */
export interface AdminFile {
  readonly name: string
  readonly body: Buffer
}

/** Which of the files its page loads. */
export interface AdminManifest {
  readonly script: string
  /** What the script needs before it can do anything. */
  readonly needs: readonly string[]
  readonly style: string
  /** What the script loads at once: the texts of a language. */
  readonly messages: Readonly<Record<Language, string>>
}

/** The editing interface as browsers load it. */
export interface AdminBundle {
  readonly files: readonly AdminFile[]
  readonly manifest: AdminManifest
  /** The paths of all modules in it. */
  readonly modules: readonly string[]
}

/** The name of the file that has the manifest, in the package. */
export const manifestName = 'manifest.json'

const sources = new URL('../admin/', import.meta.url)
const entry = fileURLToPath(new URL('main.tsx', sources))

/** Makes the editing interface from its sources in a checkout; it takes half a second. */
export async function bundleAdmin(): Promise<AdminBundle> {
  // Only a checkout has it, and only for this.
  const { rolldown } = await import('rolldown')
  await using build = await rolldown({
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    input: { main: entry },
    platform: 'browser',
    tsconfig: false,
    plugins: [oneLanguage(), fieldsOfBrowsers()],
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  })
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name].[hash].js',
    chunkFileNames: ({ name, facadeModuleId }) => `${languageOf(facadeModuleId) ?? name}.[hash].js`,
    codeSplitting: { groups: [{ name: atOnce(), debugName: 'frame' }] },
  })
  const chunks = output.filter((file) => file.type === 'chunk')
  const messages = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const isOfFrame = /[\\/]admin[\\/]messages\.ts\?/.test(facadeModuleId ?? '')
    return isOfFrame ? [[languageOf(facadeModuleId), fileName]] : []
  })
  const style = styleFile()
  const script = chunks.find(({ isEntry }) => isEntry)
  return {
    files: [...chunks.map(({ fileName, code }) => ({ name: fileName, body: Buffer.from(code) })), style],
    manifest: {
      script: script?.fileName ?? '',
      needs: script?.imports ?? [],
      style: style.name,
      // The program imports the texts of each of the languages, or does not compile.
      messages: Object.fromEntries(messages) as AdminManifest['messages'],
    },
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  }
}

/**
 * Cuts the texts of each area by language: a browser loads those of its reader, in a file of their own. Where a module has a text in
 * nine languages, that of the bundle has the text itself, which `admin/texts.ts` knows.
 */
function oneLanguage(): Plugin {
  const module = /[\\/](?:admin[\\/](?:\w+[\\/])?|fields[\\/])messages\.ts(?:\?\w+)?$/
  return {
    name: 'one language',
    // The page has one of the languages on its root.
    async load(id) {
      const language = languageOf(id)
      if (language === undefined || !module.test(id)) return null
      const { messages } = (await import(pathToFileURL(id.slice(0, id.indexOf('?'))).href)) as {
        messages: Messages
      }
      return `export const messages = ${JSON.stringify(inLanguage(messages, language))}`
    },
    transform(_code, id) {
      if (!module.test(id) || id.includes('?')) return null
      const each = languages.map(
        (language) => `${language}: () => import(${JSON.stringify(`${id}?${language}`)})`,
      )
      return {
        code: `const { messages: texts } = await ({ ${each.join(', ')} })[document.documentElement.lang.split('-')[0]]()
export const messages = texts`,
        moduleType: 'js',
      }
    },
  }
}

/** What browsers ask of a declared field, beside its name. */
const askedOfFields: ReadonlySet<string> = new Set<keyof FieldOf<'text'>>([
  'type',
  'format',
  'section',
  'shape',
])

/** Leaves out of the declarations of fields what the service alone asks: most of that is what `/doc` says of each. */
function fieldsOfBrowsers(): Plugin {
  return {
    name: 'fields of browsers',
    async load(id) {
      if (!/[\\/]src[\\/]fields[\\/]\w+\.fields\.ts$/.test(id)) return null
      const module = (await import(pathToFileURL(id).href)) as object
      const kept = Object.entries(module).filter(([name]) => name.endsWith('Fields'))
      return kept
        .map(([name, kind]) => `export const ${name} = ${JSON.stringify(kind, keptOfField)}`)
        .join('\n')
    },
  }
}

/** Of what a field says, as whatever has `says` is one, what browsers ask; all else as it is. */
function keptOfField(this: unknown, name: string, value: unknown): unknown {
  const isOption = typeof this === 'object' && this !== null && 'says' in this
  return isOption && !askedOfFields.has(name) ? undefined : value
}

/** The language that a module has the texts of, by its id; undefined for any other module. */
function languageOf(id: string | null | undefined): Language | undefined {
  return languages.find((language) => id?.endsWith(`messages.ts?${language}`))
}

/** Small pieces that editors share, by the files that they are in: in files of their own they would be larger. */
const shared = {
  // What all that edits records needs, and nothing else does at once.
  record: /[\\/]admin[\\/](?:record[\\/](?:merge|same|kept)|event[\\/]words|places[\\/]counts)\.ts$/,
  // How an event is entered.
  event: /[\\/](?:admin[\\/]event[\\/](?:price|repeat)|fields[\\/]drawn\.fields)\.ts$/,
}

/**
 * Names the one file of all that the program needs before it can show anything. Left alone, what several screens share is a file for
 * each set of screens that do: thirty requests, one after the other in chains.
 */
function atOnce(): CodeSplittingNameFunction {
  const needed = new Set<string>()
  const need = (id: string, context: ChunkingContext) => {
    if (needed.has(id)) return
    needed.add(id)
    for (const other of context.getModuleInfo(id)?.importedIds ?? []) need(other, context)
  }
  return (id, context) => {
    if (needed.size === 0) need(entry, context)
    if (id !== entry && needed.has(id)) return 'frame'
    return Object.entries(shared).find(([, files]) => files.test(id))?.[0] ?? null
  }
}

/** The parts of the stylesheet of the public pages that hold here too. */
const ofPages = ['tokens', 'base', 'choices', 'bars', 'posters']

/** Those, the parts of the stylesheet in the order of their names, and those of areas before what is for narrow windows. */
function styleFile(): AdminFile {
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.css'))
  const parts = names
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map((name) => readFileSync(new URL(name, sources), 'utf8'))
  const common = ofPages.map((name) =>
    readFileSync(new URL(`assets/style/${name}.css`, import.meta.url), 'utf8'),
  )
  const body = Buffer.from(smaller(withBook([...common, ...parts].join(''), '../../assets/')))
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  return { name: `style.${hash}.css`, body }
}

function rankOf(style: string): number {
  if (style.startsWith('style/9')) return 2
  return style.startsWith('style/') ? 0 : 1
}
