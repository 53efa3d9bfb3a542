/**
 * A list as PostgreSQL reads it (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO), for a parameter. The driver takes
 * several times as long to write one.
 */
export function listOf(values: readonly unknown[]): string {
  return `{${values.map(elementOf).join(',')}}`
}

/** The same for numbers alone. */
export function listOfNumbers(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`
}

function elementOf(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return JSON.stringify(value)
  return `"${isQuoted.test(value) ? value.replaceAll(quoted, String.raw`\$&`) : value}"`
}

const isQuoted = /["\\]/
const quoted = /["\\]/g
