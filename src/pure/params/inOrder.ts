/**
 * Puts the members of a record in the order of its schema, which is the only place that defines it, and leaves out those
 * that are undefined.
 */
export function inOrder<Members extends object>(
  description: { readonly properties: object },
  members: Members,
): Members {
  const names = namesIn(description) as readonly (keyof Members)[]
  // Nearly all are in order already, and copying one takes longer than all else about it.
  if (areInOrder(members, names)) return members
  const present = names.filter((name) => members[name] !== undefined)
  // Made at once: an object that grows member by member is slow to serialize.
  return Object.fromEntries(present.map((name) => [name, members[name]])) as Members
}

const namesByDescription = new WeakMap<object, readonly string[]>()

function namesIn(description: { readonly properties: object }): readonly string[] {
  const known = namesByDescription.get(description)
  if (known) return known
  const names = Object.keys(description.properties)
  namesByDescription.set(description, names)
  return names
}

function areInOrder<Members extends object>(members: Members, names: readonly (keyof Members)[]): boolean {
  let next = 0
  for (const name in members) {
    if (members[name] === undefined) return false
    while (next < names.length && names[next] !== name) next += 1
    if (next === names.length) return false
    next += 1
  }
  return true
}
