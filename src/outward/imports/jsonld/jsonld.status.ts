import { quote } from '../../../pure/params/parameter.ts'
import { isObject } from '../../../pure/params/lists.ts'
import type { EventStatus } from '../../../pure/params/words.ts'
import { happeningNamed, leastPublic, type Status, statusNamed } from '../imports.status.ts'
import { type Graph, nameIn, textsIn, type Thing, valuesIn } from './jsonld.values.ts'

/** Members that say whether something takes place, or for whom it is: those of schema.org, and what programs add to them. */
const named = [
  'eventStatus',
  'creativeWorkStatus',
  'status',
  'publishingStatus',
  'visibility',
  'privacy',
  'access',
] as const

/** Members that answer with yes or no, the answer that matters, and what it means. */
const asked = [
  ['isPrivate', true, 'private'],
  ['private', true, 'private'],
  ['isPublic', false, 'private'],
  ['isDraft', true, 'draft'],
  ['draft', true, 'draft'],
  ['isPublished', false, 'draft'],
  ['isCancelled', true, 'canceled'],
] as const

/** Words of schema.org beside those that everybody uses. */
const own: Readonly<Record<string, Status>> = {
  eventscheduled: 'publish',
  incomplete: 'draft',
  obsolete: 'trash',
}

/** What schema.org says that happens to events. */
const happenings: Readonly<Record<string, EventStatus>> = {
  eventcancelled: 'canceled',
  eventcanceled: 'canceled',
  eventpostponed: 'postponed',
  eventrescheduled: 'rescheduled',
  eventmovedonline: 'moved_online',
}

/**
 * The status of an event: the least public one that anything about it says. What is not understood may mean that it is not public,
 * so that the event becomes a draft, and that is told.
 */
export function statusOf(
  thing: Thing,
  graph: Graph,
): { status: Status; happens: EventStatus; assumed: readonly string[] } {
  let happens: EventStatus = 'scheduled'
  const said: Status[] = []
  const assumed: string[] = []
  for (const name of named) {
    for (const value of valuesIn(thing[name])) {
      const text = isObject(value) ? nameIn(value, graph) : (textsIn(value)[0] ?? '')
      const word = text.replace(/^https?:\/\/.*[/#]|^schema:/i, '')
      const plain = word.toLowerCase().replaceAll(/[\s_-]/g, '')
      const happening = happenings[plain] ?? happeningNamed(word) ?? happeningNamed(plain)
      const status = happening ? undefined : (own[plain] ?? statusNamed(word))
      if (happening) happens = happening
      else if (status) said.push(status)
      else if (word !== '') {
        said.push('draft')
        assumed.push(`${name}: it is ${quote(text)}, which is not understood: the event is a draft`)
      }
      if (status === 'draft') assumed.push(`${name}: it is ${quote(text)}: the event is a draft`)
    }
  }
  for (const [name, meant, status] of asked) {
    const [answer] = valuesIn(thing[name])
    const isMeant = answer === meant || new RegExp(`^${String(meant)}$`, 'i').test(String(answer))
    if (isMeant && status === 'canceled') happens = status
    else if (isMeant && status !== 'canceled') said.push(status)
  }
  return { status: leastPublic(said), happens, assumed }
}
