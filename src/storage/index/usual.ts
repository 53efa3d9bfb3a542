// Usual events: those that readers of a kind see in lists, which begin there instead of with all events. Of a million, to sift a window of
// half of them by who sees what took 22 ms at each list that is made anew; to take a part of what was sifted once takes 0.02.
import { statesSeen } from './codes.ts'
import type { Columns } from './columns.ts'
import type { Filters } from './filters.ts'

/** Readers of so many kinds have sets of their own: visitors, with protected events and without, and those who edit. */
const mostSets = 4

/** Gone with their columns, which never change. The latest used come last. */
const sets = new WeakMap<Columns, Map<string, Promise<Uint32Array>>>()

/** Goes through all slots of columns, and answers those that pass what the filters say. */
type Sift = (filters: Filters) => Promise<Uint32Array>

/** What the filters say beside who sees what, and the slots of the usual events, ascending, which nobody changes; undefined where these are others. */
export async function usualOf(
  columns: Columns,
  { sight, hidden, open, ...others }: Filters,
  sift: Sift,
): Promise<{ slots: Uint32Array; others: Partial<Filters> } | undefined> {
  const { seen, isAll } = statesSeen(sight)
  const isOpenToAll = open?.digest === undefined && open?.author === undefined
  if (!isAll || hidden !== false || !isOpenToAll) return undefined
  const key = `${seen.join('')} ${open !== undefined}`
  const known = sets.get(columns) ?? new Map<string, Promise<Uint32Array>>()
  sets.set(columns, known)
  const slots =
    known.get(key) ?? sift({ sight, hidden, ...(open ? { open } : {}) }).then((all) => all.slice())
  known.delete(key)
  known.set(key, slots)
  for (const oldest of known.keys()) if (known.size > mostSets) known.delete(oldest)
  return { slots: await slots, others }
}
