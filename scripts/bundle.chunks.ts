// Which modules of the program stand in one file. Left to itself rolldown makes a file of each set of modules that the same entries
// need: a service would load 200 of them, of which most hold a few lines, and Node takes some 0.3 ms to find and begin each. So what a
// service needs stands in four files, by who else needs it: a start computes 54 of 376 ms less and holds 8 of 138 MB less, and a
// command such as “user list” takes 10 of 100 ms less. (Two files in place of four would cost “webhook list” 30 ms.)
import type { CodeSplittingGroup, Plugin } from 'rolldown'

/** How much a command may load, in characters of sources, beside what all do, to be one of a moment. */
const mostOfMoment = 100_000

/** The modules by which it is decided, by their paths. */
interface Decisive {
  /** What every command loads. */
  readonly commands: string
  /** What a running service is. */
  readonly service: string
  /** What only the service loads, and commands that are as large. */
  readonly app: string
  readonly threads: readonly string[]
}

/** The groups of modules, the dearest last, and the plugin that sees what modules there are before these are asked. */
export function chunksBy(decisive: Decisive): { plugin: Plugin; groups: CodeSplittingGroup[] } {
  const modules = new Modules()
  const plugin: Plugin = { name: 'chunks', moduleParsed: (module) => modules.add(module) }
  let decided: Record<Group, ReadonlySet<string>> | undefined
  const isIn = (group: Group, id: string) => (decided ??= decide(modules, decisive))[group].has(id)
  const groups = groupNames.map((name, index) => ({
    name,
    test: (id: string) => isIn(name, id),
    priority: groupNames.length - index,
  }))
  return { plugin, groups }
}

const groupNames = ['commands', 'moments', 'rooms'] as const
type Group = (typeof groupNames)[number]

/** Of what a service needs: what all commands do, what those of a moment do, and what anybody else does. What is left only it needs. */
function decide(modules: Modules, { commands, service, app, threads }: Decisive) {
  const needed = modules.needed(service)
  const always = modules.needed(commands)
  const others = [...modules.late(), ...threads]
    .map((id) => modules.needed(id))
    .filter((set) => !set.has(app))
  const ofMoments = others.filter((set) => modules.weigh(set.difference(always)) < mostOfMoment)
  return {
    commands: needed.intersection(always),
    moments: needed.intersection(union(ofMoments)),
    rooms: needed.intersection(union(others)),
  }
}

const union = (sets: readonly ReadonlySet<string>[]) => new Set(sets.flatMap((set) => [...set]))

interface Module {
  readonly id: string
  readonly code: string | null
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}

class Modules {
  readonly #byId = new Map<string, Module>()

  add({ id, code, importedIds, dynamicallyImportedIds }: Module): void {
    this.#byId.set(id, { id, code, importedIds, dynamicallyImportedIds })
  }

  /** Those that are loaded by the time that this one runs, itself too. */
  needed(id: string, found = new Set<string>()): Set<string> {
    const module = this.#byId.get(id)
    if (module === undefined || found.has(id)) return found
    found.add(id)
    for (const each of module.importedIds) this.needed(each, found)
    return found
  }

  /** Those that are loaded when something first needs them. */
  late(): string[] {
    return [...this.#byId.values()].flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds)
  }

  weigh(ids: ReadonlySet<string>): number {
    return [...ids].reduce((sum, id) => sum + (this.#byId.get(id)?.code?.length ?? 0), 0)
  }
}
