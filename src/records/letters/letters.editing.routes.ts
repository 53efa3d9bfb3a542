import { invalidParams } from '../../http/decodedParameters.ts'
import { itemMethods } from '../../http/item.ts'
import { assertPage, listAnswer, type ListShape } from '../../http/list.ts'
import type { Ask, Endpoint, Resource } from '../../http/resource.ts'
import { resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import {
  type CreateLetter,
  createLetterParams,
  limits,
  type ListLetters,
  listLettersParams,
  type SendLetter,
  sendLetterParams,
  type UpdateLetter,
  updateLetterParams,
} from './letters.editing.params.ts'
import { countLetters, existingLetter, issuesOfLetters, listLetters } from './letters.editing.query.ts'
import {
  changeLetter,
  createLetter,
  removeLetter,
  scheduleLetter,
  stopLetter,
} from './letters.editing.write.ts'
import { lacksOn } from './letters.lists.routes.ts'
import type { Letters } from './letters.ts'
import type { LetterView } from './letters.record.ts'
import { letterView } from './letters.view.ts'

const list: ListShape = { key: 'letters', order: 'items first', pastTheEnd: 'letter-archive-page-not-found' }

/** Letters that editors write to the subscribers of a list: written, sent at a moment, taken back. */
export function letterResources(
  letters: Letters,
): [Resource, Resource<ById>, Resource<ById>, Resource<ById>] {
  const shared = { isExtension: true } as const
  return [
    {
      ...shared,
      path: '/letters',
      pathParams: noParams,
      endpoints: [listEndpoint(letters), createEndpoint(letters)],
      lacks: lacksOn('GET', 'POST'),
    },
    {
      ...shared,
      path: '/letters/{id}',
      pathParams: byId,
      endpoints: [readEndpoint(letters), updateEndpoint(letters), removeEndpoint(letters)],
      lacks: lacksOn('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    },
    {
      ...shared,
      path: '/letters/{id}/send',
      pathParams: byId,
      endpoints: [sendEndpoint(letters)],
      lacks: lacksOn('POST'),
    },
    {
      ...shared,
      path: '/letters/{id}/stop',
      pathParams: byId,
      endpoints: [stopEndpoint(letters)],
      lacks: lacksOn('POST'),
    },
  ]
}

async function viewOf(db: Reader, id: number): Promise<LetterView> {
  const row = await existingLetter(db, id)
  return letterView(row, (await issuesOfLetters(db, [id])).get(id))
}

function listEndpoint({ parts: { context } }: Letters): Endpoint<object, ListLetters> {
  return {
    methods: ['GET'],
    summary: 'List the letters that editors write, the newest first, and how it goes with each.',
    params: withPageSizes(listLettersParams, context),
    answer: { status: 200, says: 'A page of them.', schema: 'LetterList' },
    handle: async ({ params, site }) => {
      const { db, perPageMax } = context
      const perPage = Math.min(params.per_page ?? context.perPage, perPageMax)
      const page = { page: params.page ?? 1, perPage, total: await countLetters(db.read) }
      assertPage(list, page)
      const rows = await listLetters(db.read, { limit: perPage, offset: (page.page - 1) * perPage })
      const issues = await issuesOfLetters(
        db.read,
        rows.map(({ id }) => id),
      )
      const items = rows.map((row) => letterView(row, issues.get(row.id)))
      return listAnswer(list, site, { items, page, filters: [['per_page', String(perPage)]] })
    },
  }
}

function createEndpoint({ parts: { context } }: Letters): Endpoint<object, CreateLetter> {
  return {
    methods: ['POST'],
    summary: 'Begin a letter to the subscribers of a list: it is a draft until it is sent.',
    operation: 'createLetter',
    params: createLetterParams,
    answer: { status: 201, says: 'The draft.', schema: 'Letter' },
    check: async ({ params }) => faultsOf(params),
    handle: async ({ params, caller, now, site }) =>
      context.db.write(async (tx) => {
        const id = await createLetter(tx, params, { author: caller.id, now: epochSeconds(now) })
        return {
          status: 201,
          body: await viewOf(tx, id),
          headers: { Location: `${site.rest}/letters/${id}` },
        }
      }),
  }
}

/** What the number of events says. */
export function faultsOf({ events }: Pick<Partial<UpdateLetter>, 'events'>): Record<string, string> {
  return events && events.length > limits.events
    ? { events: `must be at most ${limits.events} events; there are ${events.length}` }
    : {}
}

function readEndpoint({ parts: { context } }: Letters): Endpoint<ById> {
  return {
    ...itemMethods('letter', 'Letter').read,
    params: noParams,
    handle: async ({ path }) => ({ body: await viewOf(context.db.read, path.id) }),
  }
}

function updateEndpoint({ parts: { context } }: Letters): Endpoint<ById, UpdateLetter> {
  return {
    ...itemMethods('letter', 'Letter').update,
    params: updateLetterParams,
    check: async ({ params }) => faultsOf(params),
    handle: async ({ path, params, now, assertMatch }) =>
      context.db.write(async (tx) => {
        const row = await existingLetter(tx, path.id)
        await assertMatch(() => viewOf(tx, path.id))
        await changeLetter(tx, row, params, epochSeconds(now))
        return { body: await viewOf(tx, path.id) }
      }),
  }
}

function removeEndpoint({ parts: { context } }: Letters): Endpoint<ById> {
  return {
    ...itemMethods('letter', 'Letter').remove,
    params: noParams,
    handle: async ({ path, assertMatch }) =>
      context.db.write(async (tx) => {
        const row = await existingLetter(tx, path.id)
        const body = await viewOf(tx, path.id)
        await assertMatch(async () => body)
        await removeLetter(tx, row)
        return { body }
      }),
  }
}

function sendEndpoint(letters: Letters): Endpoint<ById, SendLetter> {
  const { context } = letters.parts
  return {
    methods: ['POST'],
    summary: 'Send a letter to the subscribers of its list, now or at a moment.',
    operation: 'sendLetter',
    params: sendLetterParams,
    answer: { status: 200, says: 'The letter, which is to go out.', schema: 'Letter' },
    handle: async (ask) => {
      letters.assertOffered()
      const now = epochSeconds(ask.now)
      const at = momentOf(letters, ask)
      return context.db.write(async (tx) => {
        const row = await existingLetter(tx, ask.path.id)
        await ask.assertMatch(() => viewOf(tx, row.id))
        await scheduleLetter(tx, row, { at, now })
        return { body: await viewOf(tx, row.id) }
      })
    },
  }
}

/** When it goes out. Throws 400 for a moment that has passed. */
function momentOf(
  { parts: { context } }: Letters,
  { params: { at }, now }: Ask<ById, SendLetter>,
): EpochSeconds {
  if (at === undefined) return epochSeconds(now)
  const resolved = resolveDateExpression(at, context.siteZone, now)
  if (!resolved) throw invalidParams({ at: noSuchDay })
  const moment = epochSeconds(resolved.instant)
  if (moment < epochSeconds(now))
    throw invalidParams({ at: 'must be to come, as a letter cannot have been sent before' })
  return moment
}

function stopEndpoint({ parts: { context } }: Letters): Endpoint<ById> {
  return {
    methods: ['POST'],
    summary: 'Take back a letter that is to go out, or stop one that goes out: what has gone is gone.',
    operation: 'stopLetter',
    params: noParams,
    answer: { status: 200, says: 'The letter: a draft again, or stopped.', schema: 'Letter' },
    handle: async ({ path, now, assertMatch }) =>
      context.db.write(async (tx) => {
        const row = await existingLetter(tx, path.id)
        await assertMatch(() => viewOf(tx, row.id))
        await stopLetter(tx, row, epochSeconds(now))
        return { body: await viewOf(tx, row.id) }
      }),
  }
}
