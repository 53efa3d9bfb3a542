/** What lists are narrowed by of the calendar’s own fields, as one text: the name of each with its value, as in an address. */
export function ownIn(query: URLSearchParams): string {
  const words = new URLSearchParams()
  for (const [name, value] of query) {
    const [, field] = /^fields\[([a-z][a-z0-9_]{0,39})\]$/.exec(name) ?? []
    if (field !== undefined && value !== '') words.set(field, value)
  }
  words.sort()
  return words.toString()
}

/** The same with another value for a field; empty: it narrows nothing. */
export function withOwn(own: string, field: string, value: string): string {
  const words = new URLSearchParams(own)
  if (value === '') words.delete(field)
  else words.set(field, value)
  words.sort()
  return words.toString()
}

/** The fields by which lists are narrowed, with their values. */
export function ownPairs(own: string): readonly (readonly [field: string, value: string])[] {
  return [...new URLSearchParams(own)]
}

/** How the service is asked for it, and how addresses say it. */
export function ownQuery(own: string): Readonly<Record<string, string>> {
  return Object.fromEntries(ownPairs(own).map(([field, value]) => [`fields[${field}]`, value]))
}
