import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { catalogues } from '../../pure/locale/messages.ts'
import { type WidgetMessages, widgetTexts } from '../widget/widget.texts.ts'

/** The finished widget in the package; a checkout has no such file. */
const ready = new URL('./widget.js', import.meta.url)

/** The widget in TypeScript in a checkout. */
const main = new URL('../widget/main.ts', import.meta.url)

/** The widget as one script, with the texts of all languages: the finished file, or made from its modules. */
export function widgetScript(): Buffer {
  return existsSync(ready) ? readFileSync(ready) : Buffer.from(bundleWidget())
}

/**
 * Makes one script from the widget’s modules: types are removed, and each module becomes a function that returns its exports.
 * Throws when a module has imports or exports without names, which the widget does not use.
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

/** Removes types without Node’s warning that this feature may change, as the same feature runs this program. */
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
      // Imported types have been removed.
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
