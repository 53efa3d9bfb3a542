import { type Caller, can } from '../../http/auth/rights.ts'
import { itemMethods } from '../../http/item.ts'
import type { Ask, Endpoint, Lacking, Method, Resource } from '../../http/resource.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import {
  type CreateList,
  createListParams,
  type RemoveList,
  removeListParams,
  type UpdateList,
  updateListParams,
} from './letters.editing.params.ts'
import { allLists, existingList, subscribersOfLists } from './letters.editing.query.ts'
import { changeList, createList, removeList } from './letters.editing.write.ts'
import type { Letters } from './letters.ts'
import type { LetterListView } from './letters.record.ts'
import { letterListView } from './letters.view.ts'

/** Lets those through who write letters. */
export function lacksOn(...methods: readonly Method[]): (caller: Caller) => Promise<Lacking> {
  return async (caller) =>
    can(caller, 'manage_letters')
      ? {}
      : Object.fromEntries(methods.map((method) => [method, 'manage_letters']))
}

/** The lists of letters: what people subscribe to of which editors write. */
export function letterListResources(letters: Letters): [Resource, Resource<ById>] {
  const shared = { isExtension: true } as const
  return [
    {
      ...shared,
      path: '/letter-lists',
      pathParams: noParams,
      endpoints: [listEndpoint(letters), createEndpoint(letters)],
      lacks: lacksOn('GET', 'POST'),
    },
    {
      ...shared,
      path: '/letter-lists/{id}',
      pathParams: byId,
      endpoints: [readEndpoint(letters), updateEndpoint(letters), removeEndpoint(letters)],
      lacks: lacksOn('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    },
  ]
}

async function viewOf(db: Reader, id: number, { site }: Pick<Ask, 'site'>): Promise<LetterListView> {
  const row = await existingList(db, id)
  return letterListView(row, site, (await subscribersOfLists(db)).get(id) ?? 0)
}

function listEndpoint({ parts: { context } }: Letters): Endpoint {
  return {
    methods: ['GET'],
    summary: 'List the lists of letters, and how many have subscribed to each.',
    params: noParams,
    answer: { status: 200, says: 'All of them.', schema: 'LetterAudienceList' },
    handle: async ({ site }) => {
      const counts = await subscribersOfLists(context.db.read)
      const rows = await allLists(context.db.read)
      const lists = rows.map((row) => letterListView(row, site, counts.get(row.id) ?? 0))
      return { body: { lists, total: lists.length } }
    },
  }
}

function createEndpoint({ parts: { context } }: Letters): Endpoint<object, CreateList> {
  return {
    methods: ['POST'],
    summary: 'Make a list that people subscribe to, and of which editors write the letters.',
    operation: 'createLetterList',
    params: createListParams,
    answer: { status: 201, says: 'The list.', schema: 'LetterAudience' },
    handle: async (ask) =>
      context.db.write(async (tx) => {
        const id = await createList(tx, ask.params, epochSeconds(ask.now))
        const headers = { Location: `${ask.site.rest}/letter-lists/${id}` }
        return { status: 201, body: await viewOf(tx, id, ask), headers }
      }),
  }
}

function readEndpoint({ parts: { context } }: Letters): Endpoint<ById> {
  return {
    ...itemMethods('list of letters', 'LetterAudience').read,
    params: noParams,
    handle: async (ask) => ({ body: await viewOf(context.db.read, ask.path.id, ask) }),
  }
}

function updateEndpoint({ parts: { context } }: Letters): Endpoint<ById, UpdateList> {
  return {
    ...itemMethods('list of letters', 'LetterAudience').update,
    params: updateListParams,
    handle: async (ask) =>
      context.db.write(async (tx) => {
        const { id } = await existingList(tx, ask.path.id)
        await ask.assertMatch(() => viewOf(tx, id, ask))
        await changeList(tx, { id }, ask.params, epochSeconds(ask.now))
        return { body: await viewOf(tx, id, ask) }
      }),
  }
}

function removeEndpoint(letters: Letters): Endpoint<ById, RemoveList> {
  return {
    ...itemMethods('list of letters', 'LetterAudience').remove,
    params: removeListParams,
    handle: async (ask) => {
      const { body, erased } = await letters.parts.context.db.write(async (tx) => {
        const { id } = await existingList(tx, ask.path.id)
        const shown = await viewOf(tx, id, ask)
        await ask.assertMatch(async () => shown)
        return { body: shown, ...(await removeList(tx, { id }, ask.params.force === true)) }
      })
      if (erased) await letters.scrub()
      return { body }
    },
  }
}
