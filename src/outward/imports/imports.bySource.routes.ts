import { can } from '../../http/auth/rights.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { writeFaults } from '../../records/events/events.faults.ts'
import { withImages } from '../../records/events/events.images.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import { type UpdateEvent, updateEventParams } from '../../records/events/events.params.ts'
import { findEventRow } from '../../records/rows/event.query.ts'
import { existingEvent } from '../../records/rows/event.access.ts'
import { guardOf, ownRepresentation as representation } from '../../records/events/events.representation.ts'
import { eventView, prepareView } from '../../records/events/events.view.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Answer, Ask, Endpoint, Faults, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { postUrl } from '../../records/posts/posts.view.ts'
import { wholly } from '../../http/wholly.ts'
import { type BySource, bySourceParams } from './imports.bySource.params.ts'
import { createBySource, findBySource, updateBySource } from './imports.bySource.write.ts'

/** The address of an event by what another system calls it. */
export function bySourceResource(context: Context): Resource<BySource> {
  return {
    path: '/events/by-source/{source}/{key}',
    pathParams: bySourceParams,
    isExtension: true,
    endpoints: [putEndpoint(context)],
    lacks: async (caller) => (can(caller, 'import') ? {} : { PUT: 'import' }),
  }
}

type Put = Ask<BySource, UpdateEvent>

function putEndpoint(context: Context): Endpoint<BySource, UpdateEvent> {
  const { read } = context.db
  return {
    methods: ['PUT'],
    summary: 'Create or update the event that another system calls so: 201 or 200, and never a second one.',
    title: 'Create or update the event that another system calls so',
    params: updateEventParams,
    answer: { status: 200, says: 'The event; with 201 it is new.', schema: 'Event' },
    check: async (ask) => {
      const id = await findBySource(read, nameIn(ask))
      const stored = id === undefined ? undefined : await findEventRow(read, id)
      const faults = await writeFaults(context, ask, stored)
      return stored ? faults : { ...missing(ask), ...faults }
    },
    handle: async (ask) => {
      for (;;) {
        const id = await findBySource(read, nameIn(ask))
        if (id !== undefined) return { body: await update(context, id, ask) }
        const made = await create(context, ask)
        // Where another was faster, what it has made is changed.
        if (made) return made
      }
    },
  }
}

function nameIn({ path }: Pick<Ask<Partial<BySource>>, 'path'>) {
  return { source: path.source ?? '', key: path.key ?? '' }
}

/** What a new event cannot be without. */
const required = ['title', 'start_date', 'end_date'] as const

function missing({ given }: Pick<Put, 'given'>): Faults {
  const absent = required.filter((name) => !given.has(name))
  return Object.fromEntries(absent.map((name) => [name, 'is required, as there is no such event yet']))
}

async function create(context: Context, ask: Put): Promise<Answer | undefined> {
  const { title, start_date, end_date, slug, ...rest } = ask.params
  if (title === undefined || start_date === undefined || end_date === undefined)
    throw invalidParams(missing(ask))
  const sent = { ...rest, title, start_date, end_date, ...(slug ? { slug } : {}) }
  const created = await withImages(context, sent, ask)
  return wholly(context, async (within) => {
    const id = await createBySource(within, nameIn(ask), created, writingOf(context, ask))
    return id === undefined ? undefined : { status: 201, body: await shown(within, id, ask) }
  })
}

async function update(context: Context, id: number, ask: Put): Promise<object> {
  const guard = guardOf({ context, representation }, ask)
  // No images are fetched for an event that is not the one that is to be changed.
  if (ask.params.image || ask.params.venue || ask.params.organizer)
    await guard(context.db.read, await existingEvent(context.db.read, id))
  const sent = await withImages(context, ask.params, ask)
  const change = { ...writingOf(context, ask), id, guard }
  return wholly(context, async (within) => {
    await updateBySource(within, sent, (event) => postUrl(ask.site, kinds.event, event), change)
    return shown(within, id, ask)
  })
}

async function shown(context: Context, id: number, { caller, site, now }: Put): Promise<object> {
  const { read } = context.db
  const [whole] = await withLinks(rowsIn(read), [await existingEvent(read, id)], caller)
  if (!whole) throw new Error(`The event ${id} was not read.`)
  return eventView(await prepareView(whole, site, context), site, { ...context, now })
}

function writingOf({ siteZone }: Context, { caller, now }: Put) {
  return { caller, now, siteZone }
}
