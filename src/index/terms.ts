import type { Snapshot } from './snapshot.ts'

/** These terms and all below them. */
export function descendantsIn(
  { parents }: Pick<Snapshot, 'parents'>,
  ids: readonly number[],
): readonly number[] {
  const found = new Set(ids)
  if (parents.size === 0 || ids.length === 0) return [...found]
  const children = Map.groupBy(parents.keys(), (term) => parents.get(term) ?? 0)
  // A set that grows while it is gone through; a loop adds nothing new.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child)
  return [...found]
}
