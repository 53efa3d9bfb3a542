import { dirname, join } from 'node:path'

/** What uses what: of files or folders, by their paths. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>

const imports = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** Which of these files import which, types and what is loaded later included; what is none of them is left out. */
export function usesOf(sources: ReadonlyMap<string, string>): Uses {
  return new Map(
    [...sources].map(([path, text]) => {
      const named = [...text.matchAll(imports)].map(([, name = '']) => join(dirname(path), name))
      return [path, new Set(named.filter((name) => sources.has(name)))]
    }),
  )
}

/**
 * Which folders directly below one use which others there, as some file in them imports a file in the other. Files that lie in the
 * folder itself are of no room: they may hold what all rooms need, and what brings the rooms together.
 */
export function usesOfRooms(folder: string, uses: Uses): Uses {
  const roomOf = (path: string) => {
    if (!path.startsWith(`${folder}/`)) return undefined
    const [room, ...rest] = path.slice(folder.length + 1).split('/')
    return rest.length === 0 ? undefined : room
  }
  const rooms = new Map<string, Set<string>>()
  for (const [path, used] of uses) {
    const room = roomOf(path)
    if (room === undefined) continue
    const others = rooms.get(room) ?? new Set()
    rooms.set(room, others)
    for (const other of [...used].map(roomOf)) if (other !== undefined && other !== room) others.add(other)
  }
  return rooms
}

/** A circle among them, from one around to the same again; undefined where there is none. */
export function circleIn(uses: Uses): readonly string[] | undefined {
  const done = new Set<string>()
  const way: string[] = []
  const follow = (one: string): readonly string[] | undefined => {
    if (way.includes(one)) return [...way.slice(way.indexOf(one)), one]
    if (done.has(one)) return undefined
    way.push(one)
    for (const next of uses.get(one) ?? []) {
      const circle = follow(next)
      if (circle) return circle
    }
    way.pop()
    done.add(one)
    return undefined
  }
  for (const one of uses.keys()) {
    const circle = follow(one)
    if (circle) return circle
  }
  return undefined
}
