import type { Caller } from './auth/rights.ts'
import { onceFor } from '../pure/calendar/cache.ts'
import { ApiError } from '../pure/errors/errors.ts'
import { isObject } from '../pure/params/lists.ts'
import { wpNamespace } from './discovery.ts'
import { keepsLinks } from './fields.ts'
import { bareSizes } from './list.ts'
import { answer, lackingRights } from './request.ts'
import type { Answer, Resource } from './resource.ts'
import type { AnswerParts } from './serverParts.ts'
import type { Site } from './site.ts'
import { readForm, type Sent } from './sources.ts'
import { inTimeSlices } from './timeSlices.ts'

/** For whom records are embedded, and when. */
interface Reading {
  readonly caller: Caller
  readonly from: string
  readonly site: Site
  readonly now: Temporal.Instant
}

type Read = (href: string) => Promise<Pick<Answer, 'body' | 'holdsUntil'>>

/**
 * The answer with what its records link to, where `_embed` asks for it: all links of records below `wp/v2` that can be embedded, or
 * those of the relations that it names. Each is read as whoever asks could read it; instead of what they may not read there is
 * the refusal.
 */
export async function withEmbedded(
  parts: Pick<AnswerParts, 'rootResources'>,
  answered: Answer,
  query: Sent,
  reading: Reading,
): Promise<Answer> {
  const wanted = relationsIn(query)
  if (wanted === undefined || answered.stream || answered.live) return answered
  // Of what its records link to nobody says what it is made of.
  const { modifiedAt: _, dependsOn: _on, body, holdsUntil, ...others } = answered
  const known = new Map<string, ReturnType<Read>>()
  const read: Read = async (href) => {
    const found = known.get(href) ?? readAt(readable(parts.rootResources), href, reading)
    known.set(href, found)
    return found
  }
  const records: readonly unknown[] = Array.isArray(body) ? body : [body]
  const whole = await inTimeSlices(records, async (record) => embedded(record, wanted, read))
  const ends = (await Promise.all(known.values())).map((one) => one.holdsUntil)
  return {
    ...others,
    body: Array.isArray(body) ? whole : whole[0],
    holdsUntil: [holdsUntil, ...ends].reduce(earlier),
  }
}

/** Without an end an answer holds for a second only. */
function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.min(one, other)
}

type Relations = 'all' | ReadonlySet<string>

/** Wire: alone, or as “true” or “1”, it means all. With `_fields` it has an effect only where these keep the links. */
function relationsIn(query: Sent): Relations | undefined {
  const asked = query['_embed']
  if (asked === undefined || asked === '0' || asked === 'false' || !keepsLinks(query)) return undefined
  const list: readonly unknown[] = typeof asked === 'string' ? asked.split(',') : [asked].flat()
  const named = list.filter((name) => typeof name === 'string').map((name) => name.trim())
  return named.some((name) => ['', 'true', '1'].includes(name)) ? 'all' : new Set(named)
}

async function embedded(record: unknown, wanted: Relations, read: Read): Promise<unknown> {
  if (!isObject(record) || !isObject(record['_links'])) return record
  const found: Record<string, unknown[]> = {}
  for (const [relation, links] of Object.entries(record['_links'])) {
    if (!Array.isArray(links) || (wanted !== 'all' && !wanted.has(relation))) continue
    const targets = links.filter((link) => isObject(link) && link['embeddable'] === true)
    const bodies: unknown[] = []
    for (const { href } of targets as { href: string }[]) bodies.push((await read(href)).body)
    if (bodies.length > 0) found[relation] = bodies
  }
  return Object.keys(found).length > 0 ? { ...record, _embedded: found } : record
}

interface Readable {
  readonly resource: Resource
  readonly pattern: RegExp
}

/** What can be read below `wp/v2`, by its path. */
const readable = onceFor((resources: AnswerParts['rootResources']): readonly Readable[] =>
  resources
    .filter(({ namespace, endpoints }) => namespace === wpNamespace && endpoints[0]?.methods.includes('GET'))
    .map((resource) => ({
      resource,
      pattern: new RegExp(`^${resource.path.replaceAll(/\{(\w+)\}/g, String.raw`(?<$1>\d+)`)}$`),
    })),
)

async function readAt(readable: readonly Readable[], href: string, reading: Reading): ReturnType<Read> {
  const [path = '', search = ''] = href.slice(reading.site.root.length).split('?')
  for (const { resource, pattern } of readable) {
    const match = pattern.exec(path)
    const endpoint = match && resource.endpoints[0]
    if (!endpoint) continue
    const request = {
      ...reading,
      method: 'GET',
      path: { ...match.groups },
      sent: async () => ({
        // Wire: lists are embedded as long as they may be.
        params: { per_page: String(bareSizes.perPageMax), ...readForm(search), context: 'embed' },
        file: undefined,
      }),
      ifMatch: undefined,
      search: '',
      accept: undefined,
    } as const
    try {
      return await answer(resource, endpoint, request, await lackingRights(resource, request))
    } catch (error) {
      if (error instanceof ApiError) return { body: error.body }
      throw error
    }
  }
  throw new Error(`Nothing below ${wpNamespace} is at ${href}, which a record links to.`)
}
