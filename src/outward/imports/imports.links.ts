import { escapeHtml } from '../../pure/text/html.ts'
import { type Clock, readFields } from './imports.fields.ts'
import { steadyAddress } from './imports.generated.ts'
import { readPlace } from './imports.place.ts'
import type { ImportRecord, Unreadable } from './imports.record.ts'

/** Categories or tags by their names: each once, with its name in lower case as the key. */
export function termRecords(kind: 'category' | 'tag', names: readonly string[]): ImportRecord[] {
  const named = names.map((name) => name.trim()).filter((name) => name !== '')
  return [...new Map(named.map((name) => [name.toLowerCase(), name]))].map(([key, name]) => ({
    kind,
    key,
    fields: { name },
  }))
}

/** The record of an image by its address, if that is a web address. */
export function imageRecords(url: string): ImportRecord[] {
  if (!/^https?:\/\//i.test(url)) return []
  return [{ kind: 'image', key: steadyAddress(url), urls: [url], fields: {} }]
}

/**
 * The venue of a place in one text, `Town Hall, 1 Main Street, Springfield`. A name that has a comma, or what is told apart by the
 * source, may be given as parts.
 */
export function placeRecord(
  location: string,
  coordinates: object,
  parts = readPlace(location),
): ImportRecord {
  const { name, ...address } = parts
  const venue = escapeHtml(name === '' ? location : name)
  return { kind: 'venue', key: location, fields: { venue, status: 'publish', ...address, ...coordinates } }
}

/** `<https://…>`, as in texts for people, is no tag of HTML, and would be lost with other unknown ones. */
export function withLinks(html: string): string {
  return html.replaceAll(/<((?:https?:\/\/|mailto:)[^<>\s"]+)>/gi, '&lt;<a href="$1">$1</a>&gt;')
}

/** A description in HTML, and the addresses that stand elsewhere, if it does not have them. */
export function withAddresses(html: string, addresses: readonly string[]): string {
  const links = addresses
    .map((address) => [address, escapeHtml(address)] as const)
    .filter(([address, escaped]) => !html.includes(escaped) && !html.includes(address))
    .map(([, escaped]) => `<a href="${escaped}">${escaped}</a>`)
  return [html, ...links].filter((part) => part !== '').join('\n\n')
}

/** The keys of the records of one kind. */
export function keysOf(kind: ImportRecord['kind'], records: readonly ImportRecord[]): string[] {
  return records.filter((record) => record.kind === kind).map(({ key }) => key)
}

/** An event with its linked records, or alone if it will be left out: records that only such events refer to are not made. */
export function unlessLeftOut(records: readonly ImportRecord[], clock: Clock): readonly ImportRecord[] {
  const events = records.filter(({ kind }) => kind === 'event')
  return events.some((event) => 'fault' in readFields(event, clock)) ? events : records
}

/** Linked records before the events, each once: of several with the same key the one with the most fields. */
export function linkedFirst(records: readonly (ImportRecord | Unreadable)[]): (ImportRecord | Unreadable)[] {
  const found = new Map<string, ImportRecord>()
  const rest: (ImportRecord | Unreadable)[] = []
  for (const record of records) {
    if ('fault' in record || record.kind === 'event') {
      rest.push(record)
      continue
    }
    const name = `${record.kind} ${record.key}`
    const known = found.get(name)
    if (!known || sizeOf(record) > sizeOf(known)) found.set(name, record)
  }
  return [...found.values(), ...rest]
}

function sizeOf({ fields }: ImportRecord): number {
  return Object.keys(fields).length
}
