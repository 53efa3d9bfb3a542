// Writes `src/http/openapi.examples.json`: answers to requests about some records, one for each schema of /openapi.json, and a value for
// each parameter. Run it after a record has got another member: node scripts/examples.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '../src/http/openapi.ts'
import type { Schema } from '../src/http/openapi.schema.ts'
import { type Asked, createTestApp } from '../test/support/app.ts'

const file = join(import.meta.dirname, '../src/http/openapi.examples.json')
const before = JSON.parse(readFileSync(file, 'utf8')) as { parameters: object }
const app = await createTestApp({
  REST_ROOT: '/wp-json',
  SITE_URL: 'https://calendar.example.org',
  SUBMISSIONS: 'accounts',
})
app.setNow(Temporal.Instant.from('2031-03-01T10:00:00Z'))
const document: OpenApiDocument = (await app.ask({ absolute: true, path: '/openapi.json' })).body
const examples: Record<string, unknown> = {}

/** Asks, and keeps the answer as an example of what it is. */
async function keep(operation: Schema | undefined, asked: Asked): Promise<void> {
  const { status, body, headers } = await app.ask({ as: 'administrator', absolute: true, ...asked })
  const responses = (operation?.['responses'] ?? {}) as Readonly<Record<string, Schema>>
  const content = responses[String(status)]?.['content'] as Record<string, { schema: Schema }> | undefined
  const named = content?.['application/json']?.schema['$ref']
  const name = typeof named === 'string' ? named.slice(named.lastIndexOf('/') + 1) : ''
  if (name === '' || !headers['content-type']?.includes('json') || large.has(name)) return
  examples[name] ??= JSON.parse(JSON.stringify(body, shortened))
}

/** What is better read whole, elsewhere. */
const large = new Set(['Document', 'OpenApiDocumentation', 'Index', 'SiteIndex'])

/** Lists have one member, which tells as much, and secrets are none. */
function shortened(name: string, value: unknown): unknown {
  if (/^(?:secret|token|password)$/.test(name) && typeof value === 'string') return '…'
  // Of few there are as many as there have to be.
  return Array.isArray(value) && value.length > 3 ? value.slice(0, 1) : value
}

const ns = '/vendor/events/v1'

/** Has an address get the concerts of each weekend, as if its owner had confirmed that. */
async function subscribe(email: string): Promise<void> {
  const now = Temporal.Instant.from('2031-03-01T10:00:00Z').epochMilliseconds / 1000
  await app.db.write(async (tx) => {
    const subscriber = { email, email_folded: email, locale: 'en', confirmed_at: now, paused_until: null }
    const { id } = await tx
      .insertInto('subscribers')
      .values(subscriber)
      .returning('id')
      .executeTakeFirstOrThrow()
    const rhythm = { frequency: 'weekly', weekday: 5, day: null, at: '10:00', covers: 'weekend' } as const
    const digest = { ...rhythm, key: 'concerts', filter: 'categories=concerts', fault: null }
    const made = await tx
      .insertInto('digests')
      .values({ ...digest, next_due_at: now + 6 * 86_400 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const wanted = {
      subscriber_id: id,
      kind: 'digest',
      target_id: made.id,
      remind: null,
      created_at: now,
    } as const
    await tx.insertInto('subscriptions').values(wanted).execute()
  })
}

const post = async (path: string, json: object, at = path) =>
  keep(document.paths[at]?.['post'], { method: 'POST', path: `/wp-json${path}`, json })

const venue = await app.create('venues', {
  venue: 'Town Hall',
  address: 'Market 1',
  city: 'Berlin',
  zip: '10115',
  website: 'https://hall.example.org/',
})
const twin = await app.create('venues', { venue: 'Town hall', city: 'Berlin' })
const organizer = await app.create('organizers', { organizer: 'Jazz Club', email: 'club@example.org' })
const category = await app.create('categories', { name: 'Concerts', description: 'Loud and quiet.' })
const tag = await app.create('tags', { name: 'Open air' })
const concert = {
  title: 'Summer concert',
  start_date: '2031-05-01 19:00:00',
  end_date: '2031-05-01 21:00:00',
  timezone: 'Europe/Berlin',
  description: '<p>Three bands.</p>',
  cost: '10',
  venue: venue.id,
  organizer: [organizer.id],
  categories: [category.id],
  tags: ['Open air'],
}
const event = await app.create('events', concert)
const ticket = await app.create(`events/${event.id}/tickets`, { name: 'Stalls', price: '10' })
await app.create('events', { ...concert, title: 'Choir', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
const { series } = await app.read('series')
const mailing = await app.create('letter-lists', { name: 'City letter', description: 'Once a month.' })
const letter = await app.create('letters', {
  list: mailing.id,
  subject: 'Twelve nights, twelve quays',
  events: [event.id],
})
const hook = await app.create('webhooks', { url: 'https://receiver.example.org/', types: ['event.created'] })
await app.ask({ as: 'administrator', method: 'PATCH', path: `venues/${venue.id}`, json: { phone: '030 1' } })
await post(`${ns}/submissions`, { kind: 'report', event: event.id, note: 'The doors open at six.' })
await post(
  '/wp/v2/users/me/application-passwords',
  { name: 'Website' },
  '/wp/v2/users/{user_id}/application-passwords',
)
await post('/wp/v2/users/me/tokens', { name: 'App' }, '/wp/v2/users/{user_id}/tokens')
await post(`${ns}/series/preview`, {
  start_date: '2031-05-01 10:00',
  end_date: '2031-05-01 11:00',
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
})
await post(`${ns}/events/bulk`, { ids: [event.id], action: 'approve' })
await post(`${ns}/venues/${venue.id}/merge`, { ids: [twin.id], dry_run: true }, `${ns}/venues/{id}/merge`)
await subscribe('gull@example.org')
const { body: submissions } = await app.ask({ as: 'administrator', path: 'submissions' })

/** The IDs of records, by the beginning of the path of their kind. */
const ids: readonly (readonly [RegExp, number | undefined])[] = [
  [/^\/vendor\/events\/v1\/series/, series[0]?.id],
  [/\/(?:venues|tribe_venue)\//, venue.id],
  [/\/(?:organizers|tribe_organizer)\//, organizer.id],
  [/\/(?:categories|tribe_events_cat)\//, category.id],
  [/\/tags\//, tag.id],
  [/\/tickets\/\{id\}/, ticket.id],
  [/\/webhooks\//, hook.id],
  [/\/letter-lists\//, mailing.id],
  [/\/letters\//, letter.id],
  [/\/submissions\//, submissions.submissions?.[0]?.id],
  [/\/users\//, app.ids.administrator],
  [/\/events|\/tribe_events\//, event.id],
]
const slugs: Readonly<Record<string, string>> = {
  types: 'tribe_events',
  taxonomies: 'post_tag',
  statuses: 'publish',
}
const acknowledgement = document.components.parameters?.['X-TEC-EEA']?.['schema'] as
  | { enum: string[] }
  | undefined

for (const [path, operations] of Object.entries(document.paths)) {
  const id = ids.find(([pattern]) => pattern.test(path))?.[1]
  const [, lookup = ''] = /^\/wp\/v2\/(\w+)\//.exec(path) ?? []
  const slug =
    slugs[lookup] ??
    (path.includes('/venues/') ? venue.slug : path.includes('/organizers/') ? organizer.slug : event.slug)
  const at = path.replace('{id}', String(id)).replace('{slug}', slug).replace('{user_id}', 'me')
  if (operations['get'] === undefined || at.includes('{') || /stream|undefined|export|\.\w+$/.test(at))
    continue
  const query = /similar/.test(at)
    ? { title: concert.title, name: 'Town Hall', start_date: concert.start_date }
    : {}
  const one = at.endsWith('/subscribers') ? { email: 'gull@example.org' } : query
  const wanted = at.endsWith('/origins') ? { events: event.id } : one
  await keep(operations['get'], {
    path: `/wp-json${at}`,
    query: wanted,
    headers: { 'X-TEC-EEA': acknowledgement?.enum[0] ?? '' },
  })
}
await app.close()
writeFileSync(file, `${JSON.stringify({ schemas: examples, parameters: before.parameters }, null, 1)}\n`)
