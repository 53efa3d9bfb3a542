import { isObject } from '../../../pure/params/lists.ts'
import { asWire, type Wire, wiresIn } from '../site/site.wire.ts'
import { plain } from './openagenda.texts.ts'

/** A field of the schema of an agenda, as it is told there. */
export interface SchemaField {
  readonly key: string
  /** Such as `radio`, `checkbox`, `integer`, `textarea`. */
  readonly type: string
  readonly wire: Wire
  readonly options: readonly Wire[]
}

/** What a document of OpenAgenda has. */
export interface AgendaDocument {
  readonly events: readonly Wire[]
  /** The fields that the agenda, or its network, has added; undefined where the document has no schema. */
  readonly fields: readonly SchemaField[] | undefined
  /** How many events the agenda has, where that is told. */
  readonly total: number | undefined
}

/** What no other JSON with events has. */
const marks = /"(?:timings|firstTiming|openagenda)"\s*:/

/**
 * The document of an agenda of OpenAgenda (its interface v2): an answer with `events`, a list of events, a single `event`, or several
 * answers one after another as `pages`; its schema beside them, as `schema` or within the `agenda`. Undefined for other texts.
 */
export function agendaIn(text: string): AgendaDocument | undefined {
  if (!marks.test(text)) return undefined
  const value = parsed(text)
  const whole = asWire(value)
  const answers = whole && Array.isArray(whole['pages']) ? wiresIn(whole['pages']) : [value]
  const events = answers.flatMap((answer) => eventsIn(answer))
  if (!events.every(isAgendas) || (events.length === 0 && whole?.['openagenda'] === undefined))
    return undefined
  const agenda = asWire(whole?.['agenda']) ?? whole
  const schema = asWire(agenda?.['schema'])
  const total = asWire(answers[0])?.['total']
  return {
    events,
    fields: schema && wiresIn(schema['fields']).filter(isAdded).map(fieldOf),
    total: typeof total === 'number' ? total : undefined,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // What is wrong with it is told by who reads any JSON.
  }
}

function eventsIn(answer: unknown): readonly Wire[] {
  if (Array.isArray(answer)) return wiresIn(answer)
  const { events, event } = asWire(answer) ?? {}
  return Array.isArray(events) ? wiresIn(events) : isObject(event) ? [event] : []
}

/** Schema.org has events as well, by other names. */
function isAgendas(event: Wire): boolean {
  if (event['@type'] !== undefined || plain(event['uid']) === '') return false
  return 'timings' in event || 'firstTiming' in event || event['removed'] === true
}

/** What all events of OpenAgenda have is of the schema `event`. */
function isAdded({ field, schemaType }: Wire): boolean {
  return plain(field) !== '' && schemaType !== 'event'
}

function fieldOf(wire: Wire): SchemaField {
  return {
    key: plain(wire['field']),
    type: plain(wire['fieldType']).toLowerCase(),
    wire,
    options: wiresIn(wire['options'] ?? []),
  }
}
