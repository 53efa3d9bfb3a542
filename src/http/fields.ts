import { isObject, members } from '../pure/params/lists.ts'
import { Fault } from '../pure/params/parameter.ts'
import { invalidParams } from './decodedParameters.ts'
import type { Sent } from './sources.ts'

/** No record is nested deeper; a longer path is cut off here. */
const maxDepth = 10

/** The keys wanted of an object, each with the keys wanted below it; none below means the whole value. */
interface Wanted {
  readonly below: ReadonlyMap<string, Wanted>
}

/** Throws 400 `rest_invalid_param` when `_fields` is there and is no list of names. */
export function assertFields(query: Sent): void {
  pathsIn(query)
}

/**
 * Picks the members of a body that `_fields` names: a list, or a text separated by commas or blanks. Dotted paths lead into
 * objects and into the members of lists (D36).
 */
export function pickFields(body: unknown, query: Sent): unknown {
  const named = pathsIn(query)
  // Wire: what is embedded comes with the links that lead to it.
  const paths = named.some(([first]) => first === '_links') ? [...named, ['_embedded']] : named
  return paths.length === 0 ? body : pick(body, wanted(paths))
}

/** Whether the answer keeps its links, so that what they lead to can be embedded. */
export function keepsLinks(query: Sent): boolean {
  const paths = pathsIn(query)
  return paths.length === 0 || paths.some(([first]) => first === '_links' || first === '_embedded')
}

function pathsIn(query: Sent): string[][] {
  const asked = query['_fields']
  if (asked === undefined || asked === '') return []
  try {
    const paths = members(asked).flatMap((path) => String(path).split(/\s+/))
    return paths.map((path) => path.split('.', maxDepth))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw invalidParams({ _fields: error.message })
  }
}

function wanted(paths: readonly string[][]): Wanted {
  const below = new Map<string, Wanted>()
  for (const [name, rests] of Map.groupBy(paths, ([first = '']) => first)) {
    // A path that ends here wants the whole, whatever longer paths say.
    const whole = rests.some((path) => path.length === 1)
    below.set(name, whole ? { below: new Map() } : wanted(rests.map((path) => path.slice(1))))
  }
  return { below }
}

function pick(value: unknown, { below }: Wanted): unknown {
  if (below.size === 0) return value
  if (Array.isArray(value)) return pickOfList(value, below)
  if (!isObject(value)) return value
  const picked: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const wantedBelow = below.get(key)
    if (wantedBelow) picked[key] = pick(value[key], wantedBelow)
  }
  // Wire: an object of which nothing is left is an empty list.
  return Object.keys(picked).length > 0 ? picked : []
}

/** Of a list, paths reach into every member: `events.id`; an index before it is understood too: `categories.0.id`. */
function pickOfList(list: readonly unknown[], below: ReadonlyMap<string, Wanted>): unknown[] {
  if (![...below.keys()].every((key) => /^\d+$/.test(key)))
    return list.map((member) => pick(member, { below }))
  return list.flatMap((member, index) => {
    const wantedBelow = below.get(String(index))
    return wantedBelow ? [pick(member, wantedBelow)] : []
  })
}
