import type { Endpoint, Method, Resource } from './resource.ts'

/** The record an endpoint is about, by its name among the schemas. */
export function nounOf(endpoint: Pick<Endpoint, 'answer'>): string {
  return endpoint.answer.schema.replace(/List$/, '')
}

/** Whether it answers with a page of several records. */
export function isList({ answer }: Pick<Endpoint, 'answer'>): boolean {
  return answer.schema.endsWith('List')
}

/** The groups that operations are shown in, in the order in which they are told of, each with a sentence. */
export const tags: Readonly<Record<string, string>> = {
  Service: 'What is served here, for programs.',
  Events:
    'What takes place, when and where: lists, records, feeds, counts, and what is done with several at once.',
  Series: 'Events that repeat: the rule, its dates, and what changes all of them.',
  Tickets: 'Priced admissions of an event.',
  Guests: 'Who comes to an event, for who may edit it.',
  Venues: 'Where events take place.',
  Organizers: 'Who holds events.',
  Categories: 'The kinds of events, one below another.',
  Tags: 'Words that events are marked with.',
  Media: 'Stored images, and what features them.',
  Submissions: 'What was proposed by people without an account, and what is decided of it.',
  History: 'What was done, by whom, and taking it back.',
  Changes: 'What has changed since, for programs that follow the calendar.',
  Webhooks: 'Addresses that are told what happens, and the messages to them.',
  Imports: 'Bringing records from elsewhere, once or again and again.',
  Export: 'The whole calendar as one file.',
  Redirects: 'Old addresses that lead to records.',
  Fields: 'Fields that a calendar declares for itself.',
  Settings: 'Settings that may be changed while the service runs.',
  Mails: 'Which mails wait or were given up.',
  Backups: 'Copies of the calendar.',
  System: 'How the service stands.',
  Demo: 'An invented city, to look around in.',
  Users: 'Who may do what, and what they sign in with.',
  'wp/v2': 'The same records as clients of WordPress look for them.',
  'tec/v1': 'The same records in the newer interface of The Events Calendar.',
}

/** The group an operation is shown in. */
export function tagOf({ path }: Pick<Resource, 'path'>): string {
  if (path.startsWith('/wp/v2/users')) return 'Users'
  const [, below = ''] = /^\/(wp\/v2|tec\/v1)\/(?!docs$)/.exec(path) ?? []
  if (below !== '') return below
  if (/\/history\b/.test(path)) return 'History'
  if (path.endsWith('/tickets')) return 'Tickets'
  if (/\/(guests(\.csv|\/arrivals)?|registration)$|^\/registrations\//.test(path)) return 'Guests'
  const [, first = ''] = /^\/(\w+)/.exec(path) ?? []
  const tag = first.charAt(0).toUpperCase() + first.slice(1)
  return tag in tags && first !== 'users' ? tag : 'Service'
}

/** What is done with a record at an address below its own: a word, where kinds of records are in the plural. */
const actionPattern = /(?<=\{id\})\/([a-z]+[^s/])$/

/** What is done at the address: `accept`; undefined where it is that of a record. */
export function actionOf({ path }: Pick<Resource, 'path'>): string | undefined {
  return actionPattern.exec(path)?.[1]
}

const verbs: Readonly<Record<Method, string>> = {
  GET: 'get',
  POST: 'update',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
}

/**
 * What the operation is called, which is a promise from 1.0 on (`test/api/openapi.names.txt`): `listVenues`, `getVenueBySlug`,
 * `createVenue`, `updateVenue` (POST), `putVenue`, `patchVenue`, `deleteVenue`, `listEventsAsIcs`, `listWpUsers`, `getTecEvent`;
 * or as the endpoint declares it.
 */
export function operationId(resource: Resource, endpoint: Endpoint, method: Method): string {
  // An update has a name for each of its methods.
  if (endpoint.operation !== undefined) return endpoint.operation.replace(/^update/, verbs[method])
  const { path } = resource
  const family = /^\/wp\/v2\b/.test(path) ? 'Wp' : /^\/tec\/v1\b/.test(path) ? 'Tec' : ''
  const noun = nounOf(endpoint).replace(/^(?:Wp|Tec)(?=[A-Z])/, '')
  const [, kept = noun] = /^(\w+)Removed$/.exec(noun) ?? []
  const named = family + (path.endsWith('/users/me') ? 'Me' : kept)
  const suffix = path.includes('{slug}') ? 'BySlug' : path.includes('/by-source/') ? 'BySource' : ''
  const extension = /\.(\w)(\w+)$/.exec(path)
  const as = extension ? `As${extension[1]?.toUpperCase()}${extension[2]}` : ''
  if (isList(endpoint)) return `list${several(named)}${as}`
  const action = actionOf(resource)
  if (method === 'POST' && action !== undefined) return `${action}${named}`
  // What was done by the address is taken back.
  if (method === 'DELETE' && action !== undefined) return `un${action}${named}`
  if (endpoint.answer.status === 201) return `create${named}`
  return `${verbs[method]}${named}${suffix}${as}`
}

function several(noun: string): string {
  if (/(?:Media|Series)$/.test(noun)) return noun
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

/** The heading of an operation: the beginning of its sentence, up to where that goes into detail, unless it has one of its own. */
export function titleOf({ path }: Pick<Resource, 'path'>, { title, summary }: Endpoint): string {
  const [beginning = ''] = summary.split(/[.,;:]/)
  return `${title ?? beginning}${path.includes('/by-slug/') ? ' by slug' : ''}`
}
