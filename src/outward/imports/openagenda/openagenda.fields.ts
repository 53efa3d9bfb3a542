import type { Declaration } from '../../../fields/own/declaration.ts'
import { isObject } from '../../../pure/params/lists.ts'
import { type CustomField, ImportFault } from '../imports.record.ts'
import { ownPrefix } from '../imports.own.ts'
import { asWire, type Wire } from '../site/site.wire.ts'
import type { SchemaField } from './openagenda.document.ts'
import { plain, spoken } from './openagenda.texts.ts'

/** What every event of OpenAgenda has, and what it says of itself as a record there. */
export const standard: ReadonlySet<string> = new Set(
  (
    'uid slug extIds title description longDescription conditions keywords image imageCredits thumbnail originalImage registration ' +
    'accessibility timings firstTiming nextTiming lastTiming dateRange age attendanceMode locationUid location onlineAccessLink links ' +
    'timezone status state featured createdAt updatedAt removed draft private country languages references originAgenda sourceAgendas ' +
    'agendaUid networkUid setUid creatorUid ownerUid contributor member motive aggregated addMethod canonicalUrl html sort score ' +
    'relative distance imageId fileKey uid-externe type slugs'
  ).split(' '),
)

/** What is said in parts of two of these: by their names, so that a map can say where each goes. */
const parts = { age: ['min', 'max'], accessibility: ['hi', 'vi', 'pi', 'mi', 'ii'] } as const

/**
 * The ready-made field that what is done for people with an impairment is taken for where the calendar has it: each of these has one
 * counterpart. Those who do not hear well may find signs or captions, and steps are a matter of the place: a map says which.
 */
const counterparts: Readonly<Record<string, string>> = {
  'accessibility.vi': 'audio_description',
  'accessibility.pi': 'relaxed',
  'accessibility.ii': 'easy_language',
}

/** How what agendas have added is read. */
export interface FieldReading {
  readonly fields: readonly SchemaField[]
  readonly language: string
  /** What is given for the keys of an agenda: fields of the calendar, `categories`, `tags` or `none`. */
  readonly map: ReadonlyMap<string, string>
  /** The fields that the calendar has declared. */
  readonly own: readonly Declaration[]
}

/** What an event says beyond what all events of OpenAgenda have. */
export interface Additional {
  readonly fields: Readonly<Record<string, unknown>>
  readonly custom: readonly CustomField[]
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly lost: readonly string[]
  readonly assumed: readonly string[]
}

/** Reads what an event says in fields of its agenda, of ages, and of what is done for whom. */
export function additionalOf(event: Wire, reading: FieldReading): Additional {
  const fields: Record<string, unknown> = {}
  const custom: CustomField[] = []
  const terms: Record<'categories' | 'tags', string[]> = { categories: [], tags: [] }
  const [lost, assumed]: [string[], string[]] = [[], []]
  for (const [key, value] of saidBeside(event, reading)) {
    const field = reading.fields.find((one) => one.key === key)
    const read = valueOf(value, field, reading.language)
    if ('fault' in read) {
      lost.push(`${key}: ${read.fault}`)
      continue
    }
    const target = targetOf(key, reading)
    const isSaid = read.value.length > 0
    if (target === 'categories' || target === 'tags') terms[target].push(...[read.value].flat())
    else if (target === undefined) {
      if (!key.startsWith('accessibility.'))
        custom.push({ key, label: spoken(field?.wire['label'], reading.language), value: read.value })
      else if (isSaid)
        lost.push(
          `${key}: it says that something is done, and not what: a map such as ${key}=fields.captions does`,
        )
    } else if (target !== leftOut) {
      fields[target] = isSaid ? read.value : null
      if (isSaid && !reading.map.has(key) && key in counterparts)
        assumed.push(`${key}: it says that something is done, and was taken for ${counterparts[key]}`)
    }
  }
  return { fields, custom, ...terms, lost, assumed }
}

const leftOut = 'none'

/** The keys of an event that are not those of all events, with what they say. */
function saidBeside(
  event: Wire,
  reading: Pick<FieldReading, 'map' | 'own'>,
): readonly (readonly [string, unknown])[] {
  const split = Object.entries(parts).flatMap(([key, names]): (readonly [string, unknown])[] => {
    const said = asWire(event[key])
    if (!said) return []
    // A field for all of it has the names of what is so.
    if (
      key === 'accessibility' &&
      (reading.map.has(key) || reading.own.some((field) => keyOf(field) === key))
    )
      return [[key, names.filter((name) => said[name] === true)]]
    return names.map((name) => [`${key}.${name}`, said[name] === false ? null : said[name]])
  })
  return [...split, ...Object.entries(event).filter(([key]) => !standard.has(key))]
}

/** By what a field of the calendar is known in other calendars. */
function keyOf({ wire_name, name }: Declaration): string {
  return wire_name ?? name
}

/** All keys that a map may name. */
function keysBeside(
  events: readonly Wire[],
  reading: Pick<FieldReading, 'map' | 'own'>,
): ReadonlySet<string> {
  const said = events.flatMap((event) => saidBeside(event, reading).map(([key]) => key))
  return new Set([
    ...said,
    ...Object.keys(parts),
    ...Object.entries(parts).flatMap(([key, names]) => names.map((name) => `${key}.${name}`)),
  ])
}

/** Where a key goes: a field of the calendar, among the terms, nowhere, or what is declared under its name, if that is. */
function targetOf(key: string, { map, own }: FieldReading): string | undefined {
  const said = map.get(key) ?? (key === 'age.min' ? map.get('age') : undefined)
  if (said !== undefined) return own.some(({ name }) => name === said) ? ownPrefix + said : said
  const bySchema = { 'age.min': 'typicalAgeRange.from', 'age.max': 'typicalAgeRange.to' }[key]
  if (bySchema !== undefined)
    return ownPrefix + (own.find(({ schema }) => schema === bySchema)?.name ?? agesOf[key])
  const counterpart = counterparts[key]
  return own.some(({ name }) => name === counterpart) ? `${ownPrefix}${counterpart}` : undefined
}

/** The ready-made fields of ages. */
const agesOf: Readonly<Record<string, string>> = { 'age.min': 'age_from', 'age.max': 'age_to' }

/** What a field says as a text, or as a list of them: of options their labels. Empty: nothing. Or why it has none. */
function valueOf(
  value: unknown,
  field: SchemaField | undefined,
  language: string,
): { readonly value: string | readonly string[] } | { readonly fault: string } {
  if (value === null || value === undefined) return { value: '' }
  if (Array.isArray(value)) {
    const all = value.map((one) => valueOf(one, field, language))
    const fault = all.find((one) => 'fault' in one)
    return fault ?? { value: all.flatMap((one) => ('value' in one ? one.value : [])) }
  }
  if (typeof value === 'boolean') return { value: String(value) }
  if (isObject(value)) {
    if ('filename' in value || field?.type === 'file' || field?.type === 'image')
      return { fault: 'files have no place here' }
    // As it is told with includeLabels=1.
    if ('id' in value || 'label' in value)
      return { value: spoken(value['label'], language) || plain(value['value']) || plain(value['id']) }
    return { value: spoken(value, language) }
  }
  const option = field?.options.find(
    (one) => plain(one['id']) === plain(value) || plain(one['value']) === plain(value),
  )
  return { value: option ? spoken(option['label'], language) || plain(option['value']) : plain(value) }
}

/** Throws an {@link ImportFault} for a map with a key that no event has, or with what is no field here. */
export function assertAgendaMap(
  { map, own, fields }: Pick<FieldReading, 'map' | 'own' | 'fields'>,
  events: readonly Wire[],
): void {
  const keys = map.size === 0 ? new Set<string>() : keysBeside(events, { map, own })
  const targets = ['categories', 'tags', leftOut, ...own.map(({ name }) => ownPrefix + name)]
  for (const [key, target] of map) {
    if (!keys.has(key) && !fields.some((field) => field.key === key))
      throw new ImportFault(`The map names “${key}”, which no event says.`)
    if (!targets.includes(target) && !targets.includes(ownPrefix + target))
      throw new ImportFault(`The map gives “${key}” the field “${target}”; there are ${targets.join(', ')}.`)
  }
}
