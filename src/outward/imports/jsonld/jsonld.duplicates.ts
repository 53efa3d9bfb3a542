import { hash } from 'node:crypto'
import type { ImportedEvent, ImportRecord } from '../imports.record.ts'

/**
 * The records of a page, event by event, with what would be known by the same key told apart. A page may have an event twice: then
 * the second one says what the first leaves out, and where they contradict each other the first counts, which is told. What has
 * another title or is somewhere else is another event, and gets a key of its own.
 */
export function apart(groups: readonly ImportRecord[][]): ImportRecord[][] {
  const known = new Map<string, ImportedEvent>()
  const named = groups.map((records) =>
    records.map((record) => {
      if (record.kind !== 'event') return record
      const first = known.get(record.key)
      const event = !first || isSame(first, record) ? record : renamed(record)
      const before = known.get(event.key)
      known.set(event.key, before ? joined(before, event) : event)
      return event
    }),
  )
  const given = new Set<string>()
  return named.map((records) =>
    records.flatMap((record): ImportRecord[] => {
      if (record.kind !== 'event') return [record]
      const event = known.get(record.key)
      if (!event || given.has(record.key)) return []
      given.add(record.key)
      return [event]
    }),
  )
}

/** Whether two records can be the same event. */
function isSame(one: ImportedEvent, other: ImportedEvent): boolean {
  const places = [one.venues ?? [], other.venues ?? []]
  const isSomewhere = places.every((venues) => venues.length > 0)
  return (
    one.fields['title'] === other.fields['title'] &&
    (!isSomewhere || JSON.stringify(places[0]) === JSON.stringify(places[1]))
  )
}

function renamed(event: ImportedEvent): ImportedEvent {
  const own = hash('sha256', JSON.stringify([event.fields['title'], event.venues]), 'base64url')
  const says = '@id: another event that starts then has the same name or address; both are kept'
  return { ...event, key: `${event.key} ${own}`, assumed: [...(event.assumed ?? []), says] }
}

/** The lists and links of events. */
const members = ['venues', 'organizers', 'tags', 'image'] as const

function joined(first: ImportedEvent, second: ImportedEvent): ImportedEvent {
  const otherwise: string[] = []
  const either = (name: string, one: unknown, other: unknown) => {
    if (isEmpty(one)) return other
    if (!isEmpty(other) && JSON.stringify(one) !== JSON.stringify(other)) otherwise.push(name)
    return one
  }
  const fields = Object.fromEntries(
    [...new Set([...Object.keys(first.fields), ...Object.keys(second.fields)])].map((name) => [
      name,
      either(name, first.fields[name], second.fields[name]),
    ]),
  )
  const links = Object.fromEntries(members.map((name) => [name, either(name, first[name], second[name])]))
  const told =
    otherwise.length === 0
      ? []
      : [`${otherwise.join(', ')}: the page has it again (${second.at}), and says otherwise`]
  return {
    ...first,
    ...links,
    fields,
    lost: [...new Set([...(first.lost ?? []), ...(second.lost ?? []), ...told])],
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
