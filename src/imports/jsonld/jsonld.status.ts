import { quote } from '../../params/parameter.ts'
import { isObject } from '../../params/lists.ts'
import { leastPublic, type Status, statusNamed } from '../imports.status.ts'
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
  ['isCancelled', true, 'trash'],
] as const

/** Words of schema.org beside those that everybody uses. */
const own: Readonly<Record<string, Status>> = {
  eventscheduled: 'publish',
  eventrescheduled: 'publish',
  eventmovedonline: 'publish',
  rescheduled: 'publish',
  movedonline: 'publish',
  eventcancelled: 'trash',
  eventcanceled: 'trash',
  // It does not take place when the page says, and nobody knows yet when it does.
  eventpostponed: 'draft',
  incomplete: 'draft',
  obsolete: 'trash',
}

/**
 * The status of an event: the least public one that anything about it says. What is not understood may mean that it is not public,
 * so that the event becomes a draft, and that is told.
 */
export function statusOf(thing: Thing, graph: Graph): { status: Status; assumed: readonly string[] } {
  const said: Status[] = []
  const assumed: string[] = []
  for (const name of named) {
    for (const value of valuesIn(thing[name])) {
      const text = isObject(value) ? nameIn(value, graph) : (textsIn(value)[0] ?? '')
      const word = text.replace(/^https?:\/\/.*[/#]|^schema:/i, '')
      const status = own[word.toLowerCase().replaceAll(/[\s_-]/g, '')] ?? statusNamed(word)
      if (status) said.push(status)
      else if (word !== '') {
        said.push('draft')
        assumed.push(`${name}: it is ${quote(text)}, which is not understood: the event is a draft`)
      }
      if (status === 'draft') assumed.push(`${name}: it is ${quote(text)}: the event is a draft`)
    }
  }
  for (const [name, meant, status] of asked) {
    const [answer] = valuesIn(thing[name])
    if (answer === meant || new RegExp(`^${String(meant)}$`, 'i').test(String(answer))) said.push(status)
  }
  return { status: leastPublic(said), assumed }
}
