/** What answers to writes and to reads do not have in common. */
const apart: ReadonlySet<string> = new Set(['json_ld', 'applied', 'review_note', 'author_name', 'decision'])

/** Whether the answer to a write and a read tell the same, in what both tell: nobody has changed it in between. */
export function isSame(written: object, read: object): boolean {
  const known = new Map(Object.entries(read))
  return Object.entries(written).every(
    ([name, value]) => apart.has(name) || !known.has(name) || said(value) === said(known.get(name)),
  )
}

function said(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (apart.has(name) ? undefined : inner)) ?? ''
}
