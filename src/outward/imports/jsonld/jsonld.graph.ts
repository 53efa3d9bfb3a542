import { isObject } from '../../../pure/params/lists.ts'
import { textIn, type Graph, type Thing } from './jsonld.values.ts'

/** How deep things are searched. */
const deepest = 20

/** Every object within a value of JSON-LD. */
function* objectsIn(value: unknown, depth = 0): Generator<Thing> {
  if (depth > deepest) return
  if (Array.isArray(value)) for (const each of value) yield* objectsIn(each, depth + 1)
  if (!isObject(value)) return
  yield value
  for (const each of Object.values(value)) if (typeof each === 'object') yield* objectsIn(each, depth + 1)
}

/**
 * The things of a page by their `@id`: an object that has nothing else stands for the one that has more, and what one does not say
 * is taken from others of the same name. Relative names are the same as absolute ones.
 */
export function createGraph(values: readonly unknown[], base: string | undefined): Graph {
  const known = new Map<string, Thing>()
  const nameOf = (thing: Thing) => {
    const id = textIn(thing, '@id')
    // Nothing is at this host: it only makes relative names comparable.
    return id === '' || id.startsWith('_:')
      ? id
      : (URL.parse(id, base ?? 'https://page.invalid/')?.href ?? id)
  }
  for (const thing of values.flatMap((value) => [...objectsIn(value)])) {
    const name = nameOf(thing)
    if (name !== '') known.set(name, { ...thing, ...known.get(name) })
  }
  return {
    of: (thing) => ({ ...known.get(nameOf(thing)), ...thing }),
    idOf: (thing) => (base === undefined ? textIn(thing, '@id') : nameOf(thing)),
    base,
  }
}

/** What addresses of a page are relative to: its `base`, or where it says that it is. */
export function baseOf(html: string, address: string | undefined): string | undefined {
  const said =
    attributeOf(html, /<base\b[^<>]{0,2000}>/i, 'href') ??
    attributeOf(html, /<link\b[^<>]{0,500}\brel\s*=\s*["']?canonical\b[^<>]{0,2000}>/i, 'href') ??
    attributeOf(html, /<meta\b[^<>]{0,500}\bproperty\s*=\s*["']?og:url\b[^<>]{0,2000}>/i, 'content')
  return (said === undefined ? undefined : URL.parse(said, address)?.href) ?? address
}

/** How much of a page its head is looked for in. */
const headLength = 200_000

function attributeOf(html: string, tag: RegExp, name: string): string | undefined {
  const [found = ''] = tag.exec(html.slice(0, headLength)) ?? []
  const [, quoted, bare] =
    new RegExp(`\\b${name}\\s*=\\s*(?:["']([^"']*)["']|([^\\s>]+))`, 'i').exec(found) ?? []
  return quoted ?? bare
}
