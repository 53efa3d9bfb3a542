import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isNot, type Kind } from '../../src/fields/declare.ts'
import { eventFields } from '../../src/fields/events.fields.ts'
import { type Field, type Not, not } from '../../src/fields/field.ts'
import { organizerFields } from '../../src/fields/organizers.fields.ts'
import { categoryFields, tagFields } from '../../src/fields/terms.fields.ts'
import { venueFields } from '../../src/fields/venues.fields.ts'
import { called } from '../api/mcp.ts'
import { acknowledged, tec } from '../api/tec.ts'
import { databaseIn, kalends, temporaryFolder } from '../cli/sandbox.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { usesSqlite } from '../support/database.ts'
import { furtherFields } from '../support/furtherFields.ts'
import { fields, filled, recordsOf, type Wire } from './everyField.ts'

const kinds = {
  events: eventFields,
  venues: venueFields,
  organizers: organizerFields,
  categories: categoryFields,
  tags: tagFields,
} as const
type KindName = keyof typeof kinds
const titles = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' }
const wpKinds = { events: 'tribe_events', venues: 'tribe_venue', organizers: 'tribe_organizer' } as const
const every = Object.keys(kinds) as KindName[]
const posts = Object.keys(wpKinds) as (keyof typeof wpKinds)[]
const merged = every.filter((kind) => kind !== 'events')

/** What comes from elsewhere than from what is sent: ids of other records, and what follows from several writes. */
const byOthers = new Set(['post_parent', 'uid', 'previous_start_dates'])

/** What is declared of a field; nothing of what feeds alone call an event by. */
const declared = (kind: KindName, name: string): Field | undefined => (kinds[kind] as Kind).fields[name]

/** How a field is declared to take part in a way in or out. */
type Way = (field: Field, name: string) => Not | string | undefined

/** The fields that have to come through a way. */
const kept = (kind: KindName, way: Way) =>
  Object.keys(fields[kind]).filter((name) => {
    const field = declared(kind, name)
    return field && !byOthers.has(name) && !isNot(field.param) && !isNot(way(field, name))
  })

/** It is made of others where it is not given. */
const madeOfOthers = new Set(['stateprovince'])
/** Whether one field may change with another. */
const follows = (kind: KindName, other: string, name: string) =>
  madeOfOthers.has(other) || declared(kind, other)?.of === name

let from: Awaited<ReturnType<typeof filled>>
let there: Awaited<ReturnType<typeof recordsOf>>
beforeAll(async () => {
  from = await filled()
  there = await recordsOf(from.app)
})
afterAll(() => from.app.close())

/** Serves the newer interface as well. */
const asOriginal = { REST_ROOT: '/wp-json', NAMESPACES: 'tribe/events/v1' }

/** An app on a database of its own, or on one that is there. */
async function anyApp(environment: object = {}, url?: string): Promise<TestApp> {
  const at = url && { database: { url, remove: async () => {} }, credentials: from.app.credentials }
  const to = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin', ...environment }, at || undefined)
  onTestFinished(() => to.close())
  return to
}

const admin = { as: 'administrator' } as const

async function sent(to: TestApp, path: string, json: object): Promise<Wire> {
  const absolute = path.startsWith('/')
  const headers = path.startsWith(tec) ? acknowledged : {}
  const asked = { ...admin, method: 'POST', path, absolute, json, headers } as const
  const { status, body, text } = await to.ask(asked)
  expect([path, status, status < 300 ? '' : text]).toEqual([path, status, ''])
  return body
}

/** The fields of a record that are not here as they are there, but for those that are declared to be left out of the way. */
async function lostOf(
  kind: KindName,
  to: TestApp,
  id: unknown,
  way: Way = () => undefined,
): Promise<string[]> {
  const here = await to.read(`${kind}/${Number(id)}`, kind === 'events' ? { context: 'edit' } : {}, admin.as)
  return kept(kind, way).filter((name) => JSON.stringify(here[name]) !== JSON.stringify(there[kind][name]))
}

/** A record without what is of other records, which are others here. */
function alone(record: Wire): Wire {
  const {
    id: _id,
    author: _author,
    image: _image,
    venue,
    organizer,
    categories: _categories,
    tags: _tags,
    post_parent: _post,
    parent: _parent,
    series: _series,
    ...own
  } = record
  return {
    ...own,
    ...(typeof venue === 'string' ? { venue } : {}),
    ...(typeof organizer === 'string' ? { organizer } : {}),
  }
}

const least = { events: { start_date: '2031-02-01 10:00', end_date: '2031-02-01 11:00' } }
const blank = (kind: KindName, title = 'Nothing said') => ({
  [titles[kind]]: title,
  status: 'draft',
  ...least['events'],
})

describe('every field of every record', () => {
  test.each(every)('of %s is taken as it was read', async (kind) => {
    const to = await anyApp()
    const { id } = await sent(to, kind, alone(there[kind]))
    expect(await lostOf(kind, to, id)).toEqual([])
  })

  test.each(every)('of %s is told by the history, taken back and brought again', async (kind) => {
    const to = await anyApp()
    const { id } = await sent(to, kind, blank(kind))
    const read = async () =>
      to.read(`${kind}/${Number(id)}`, kind === 'events' ? { context: 'edit' } : {}, admin.as)
    const before = await read()
    await sent(to, `${kind}/${Number(id)}`, alone(there[kind]))
    expect(await lostOf(kind, to, id)).toEqual([])
    const newest = async () => (await to.read(`${kind}/${Number(id)}/history`, {}, admin.as)).history[0]
    const { changes, revision } = await newest()
    const told = Object.keys(fields[kind])
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(there[kind][name]))
      .filter((name) => !byOthers.has(name) && !declared(kind, name)?.hidden)
    expect(Object.keys(changes)).toEqual(
      expect.arrayContaining(told.map((name) => declared(kind, name)?.told ?? name)),
    )
    await sent(to, `${kind}/${Number(id)}/history/${revision}/undo`, {})
    const after = await read()
    for (const name of Object.keys(fields[kind])) expect([name, after[name]]).toEqual([name, before[name]])
    await sent(to, `${kind}/${Number(id)}/history/${(await newest()).revision}/undo`, {})
    expect(await lostOf(kind, to, id)).toEqual([])
    // What does not name a field leaves it.
    await sent(to, `${kind}/${Number(id)}`, { [titles[kind]]: 'Another name' })
    expect(await lostOf(kind, to, id)).toEqual([titles[kind]])
  })

  test.each(posts)('of %s is cleared alone', async (kind) => {
    const to = await anyApp()
    const [{ id }, { id: never }] = [
      await sent(to, kind, alone(there[kind])),
      await sent(to, kind, blank(kind)),
    ]
    const read = async (which: unknown) => to.read(`${kind}/${Number(which)}`, { context: 'edit' }, admin.as)
    const initial = await read(never)
    for (const [name, value] of Object.entries(furtherFields(kinds[kind] as Kind))) {
      const before = await read(id)
      const clear = typeof value === 'boolean' && initial[name] !== undefined ? initial[name] : null
      await sent(to, `${kind}/${Number(id)}`, { [name]: clear })
      const after = await read(id)
      if (!madeOfOthers.has(name)) expect([name, after[name]]).toEqual([name, initial[name]])
      const others = Object.keys(fields[kind]).filter(
        (other) => other !== name && !follows(kind, other, name),
      )
      for (const other of others) expect([name, other, after[other]]).toEqual([name, other, before[other]])
    }
  })

  test.each(merged)('of %s is taken with a merge', async (kind) => {
    const to = await anyApp()
    const [into, gone] = [await sent(to, kind, blank(kind)), await sent(to, kind, blank(kind, 'To go'))]
    await sent(to, `${kind}/${Number(into['id'])}/merge`, { ...alone(there[kind]), from: [gone['id']] })
    expect(await lostOf(kind, to, into['id'])).toEqual([])
  })

  test.each(posts)('of %s is a custom field of the original where it has one', async (kind) => {
    const path = (id: unknown) => `/wp/v2/${wpKinds[kind]}/${Number(id)}`
    const query = { context: 'edit' }
    const { body } = await from.app.ask({ ...admin, path: path(there[kind]['id']), absolute: true, query })
    const named = Object.keys(fields[kind]).flatMap((name) => declared(kind, name)?.wp ?? [])
    const { meta } = body as { meta: Wire }
    expect(named.filter((key) => meta[key] === undefined || meta[key] === '')).toEqual([])
    const to = await anyApp()
    const { title, content, slug, status, excerpt } = body
    const json = { title, content, slug, status, meta, ...(kind === 'events' ? { excerpt } : {}) }
    const { id } =
      kind === 'events' ? await sent(to, kind, blank(kind)) : await sent(to, `/wp/v2/${wpKinds[kind]}`, json)
    await sent(to, path(id), json)
    const ofPosts = new Set([titles[kind], 'description', 'excerpt', 'slug', 'status'])
    const meant: Way = ({ wp, byHand }, name) =>
      ofPosts.has(name) || (wp && !(kind === 'events' && byHand)) ? wp : not('it is read there alone')
    expect(await lostOf(kind, to, id, meant)).toEqual([])
  })

  test.each(posts)('of %s goes through tec/v1, but for what is declared to be left out', async (kind) => {
    const path = `${tec}/${kind}`
    const at = { path: `${path}/${Number(there[kind]['id'])}`, absolute: true, headers: acknowledged }
    const { body } = await (await anyApp(asOriginal, from.app.address)).ask({ ...admin, ...at })
    const texts = Object.fromEntries(
      ['title', 'content', 'excerpt'].map((name) => [name, body[name]?.raw ?? body[name]?.rendered]),
    )
    const {
      id: _id,
      author: _author,
      organizers: _o,
      venues: _v,
      tags: _t,
      tribe_events_cat: _c,
      ...others
    } = body
    // Wire: it is written and not told.
    const untold = kind === 'events' ? { website: fields.events.website } : {}
    const to = await anyApp(asOriginal)
    const { id } = await sent(to, path, { ...others, ...texts, ...untold, featured_media: 0 })
    expect(await lostOf(kind, to, id, ({ tec }) => tec)).toEqual([])
  })

  test('can be said by assistants, but for what is declared to be left out', async () => {
    const to = await anyApp()
    const sayable = (kind: KindName) =>
      Object.fromEntries(kept(kind, ({ mcp }) => mcp).map((name) => [name, fields[kind][name as never]]))
    const given = { ...sayable('events'), venue: sayable('venues'), organizer: sayable('organizers') }
    const { isError, text, data } = await called(to, 'create_event', given, 'administrator')
    expect([isError, isError ? text : '']).toEqual([undefined, ''])
    const made = await to.read(`events/${data.event.id}`, { context: 'edit' }, admin.as)
    const ids = { events: made.id, venues: made.venue.id, organizers: made.organizer[0].id }
    for (const kind of posts) expect(await lostOf(kind, to, ids[kind], ({ mcp }) => mcp)).toEqual([])
  })

  test('is copied to another database', async () => {
    const other = temporaryFolder()
    const url = join(other, 'other.db')
    const words = ['copy', '--from', from.app.address, '--to', url]
    expect(await kalends(other, words)).toMatchObject({ status: 0 })
    expect(await recordsOf(await anyApp({ DATA_DIR: other }, url))).toEqual(there)
  })

  test.runIf(usesSqlite())('is in a backup', async () => {
    const [other, file] = [temporaryFolder(), join(temporaryFolder(), 'backup')]
    expect(await kalends(from.app.folder, ['backup', file])).toMatchObject({ status: 0 })
    expect(await kalends(other, ['restore', file])).toMatchObject({ status: 0 })
    expect(await recordsOf(await anyApp({ DATA_DIR: other }, await databaseIn(other)))).toEqual(there)
  })
})
