import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { catalogues } from './locale.ts'
import { type WidgetMessages, widgetTexts } from './widget.texts.ts'

/** Where the package has the widget made ready; a checkout has no such file. */
const ready = new URL('./widget.js', import.meta.url)

/** Where a checkout has the widget in TypeScript. */
const main = new URL('../widget/main.ts', import.meta.url)

/** The widget as one script, with the texts of every language: as the package brings it, or made from its modules. */
export function widgetScript(): Buffer {
  return existsSync(ready) ? readFileSync(ready) : Buffer.from(bundleWidget())
}

/**
 * Makes one script of the widget’s modules: types are taken out, and each module becomes a function that answers what it
 * exports. Throws when a module imports or exports otherwise than by names, which is all that the widget does.
 */
export function bundleWidget(): string {
  const modules = new Map<string, string>()
  collect(fileURLToPath(main), modules)
  const names = new Map([...modules.keys()].map((path, index) => [path, `module${index}`]))
  const parts = [...modules].map(([path, source]) => wrapped(path, source, names))
  return `'use strict';(() => {\nconst kalendsMessages = ${JSON.stringify(messagesByLanguage())};\n${parts.join('\n')}\n})();\n`
}

/** `import { one, two } from './other.ts'` */
const importing = /^import \{([^}]*)\} from '(\.[^']+)';?$/gm

/** `export const one`, `export class Two`, `export async function three` */
const exporting = /^export ((?:async )?(?:const|function|class) (\w+))/gm

/** The modules by their paths, each after those that it imports. */
function collect(path: string, modules: Map<string, string>): void {
  const source = withoutTypes(readFileSync(path, 'utf8'))
  for (const [, , from = ''] of source.matchAll(importing)) {
    const other = resolve(dirname(path), from)
    if (!modules.has(other)) collect(other, modules)
  }
  modules.set(path, source)
}

/** Node says of its remover of types that it may change. It runs this very program, so that nobody need be told each time. */
function withoutTypes(source: string): string {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

function wrapped(path: string, source: string, names: ReadonlyMap<string, string>): string {
  const exported = [...source.matchAll(exporting)].map(([, , name]) => name)
  const body = source
    .replaceAll(importing, (_, list: string, from: string) => {
      // What was imported as a type is no longer there.
      const members = list
        .split(',')
        .map((member) => member.trim().replace(' as ', ': '))
        .filter(Boolean)
      return `const { ${members.join(', ')} } = ${names.get(resolve(dirname(path), from))};`
    })
    .replaceAll(exporting, '$1')
  const left = /^(?:import|export)\b.*/m.exec(body)
  if (left) throw new Error(`${path} must import and export by names only, not “${left[0]}”.`)
  return `const ${names.get(path)} = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();`
}

function messagesByLanguage(): Record<string, WidgetMessages> {
  return Object.fromEntries(
    Object.entries(catalogues).map(([language, messages]) => [
      language,
      Object.fromEntries(widgetTexts.map((name) => [name, messages[name]])) as WidgetMessages,
    ]),
  )
}
