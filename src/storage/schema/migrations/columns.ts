/** Columns of texts that are empty unless something else is said. */
export function texts(text: string, names: readonly string[]): string {
  return names.map((name) => `${name} ${text} not null default ''`).join(', ')
}
