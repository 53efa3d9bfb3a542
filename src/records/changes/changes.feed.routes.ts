import { historyKinds } from '../../storage/schema/tables.history.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Ask, Endpoint, Resource } from '../../http/resource.ts'
import { noParams } from '../../pure/params/path.ts'
import type { Feed } from './changes.feed.ts'
import { feedParams, type ReadFeed, type ReadStream, streamParams } from './changes.feed.params.ts'
import type { Stream } from './changes.stream.ts'
import { readToken } from './changes.token.ts'
import type { Watch } from './changes.watch.ts'

/** What following changes takes. */
export interface FollowingParts {
  readonly feed: Feed
  readonly watch: Watch
  readonly stream: Stream
}

/** How many changes an answer has unless the reader says otherwise. */
const usualLimit = 100

/** The feed of changes, and its stream. Everybody may follow: what is told is what everybody could see. */
export function feedResources(parts: FollowingParts): Resource[] {
  const at = { pathParams: noParams, isExtension: true as const, lacks: async () => ({}) }
  return [
    { ...at, path: '/changes', endpoints: [feedEndpoint(parts)] },
    { ...at, path: '/changes/stream', readsHeader: 'last-event-id', endpoints: [streamEndpoint(parts)] },
  ]
}

function feedEndpoint({ feed, watch }: FollowingParts): Endpoint<object, ReadFeed> {
  return {
    methods: ['GET'],
    summary:
      'Follow what has changed: the latest change of each record since a token, and the token to go on from.',
    params: feedParams,
    answer: { status: 200, says: 'What has changed, and where to go on.', schema: 'Changes' },
    handle: async ({ params, site, now }) => {
      const { since: token, kinds = historyKinds, include = [], limit = usualLimit, wait = 0 } = params
      if (token === undefined) {
        const { token: next } = await feed.end()
        return { body: { changes: [], next, more: false } }
      }
      const asking = { kinds, limit, includesRecords: include.includes('records'), site, now }
      let since = await feed.placeAt(token)
      const until = performance.now() + wait * 1000
      for (;;) {
        const { place, ...page } = await feed.page({ ...asking, since })
        const left_ms = until - performance.now()
        if (page.changes.length > 0 || left_ms <= 0 || watch.isOver) return { body: page }
        since = place
        await watch.next(left_ms)
      }
    },
  }
}

function streamEndpoint({ feed, stream }: FollowingParts): Endpoint<object, ReadStream> {
  return {
    methods: ['GET'],
    summary: 'Follow what changes as server-sent events; “Last-Event-ID” goes on where a reader was cut off.',
    operation: 'streamChanges',
    params: streamParams,
    answer: {
      status: 200,
      says: 'Events named “created”, “updated” and “deleted”, for as long as the reader stays; first of all “ready”, or “reset” where the log does not go back to the token: then all is to be read anew.',
      schema: 'Change',
      mediaTypes: ['text/event-stream'],
    },
    handle: async ({ params, site, from, header: lastEventId }: Ask<object, ReadStream>) => {
      const { since, kinds = historyKinds, include = [] } = params
      const last = lastEventId === undefined || lastEventId === '' ? since : lastEventId
      if (last !== undefined && readToken(last) === undefined)
        throw invalidParams({
          'Last-Event-ID': 'must be a token of this feed, as its events have it as their id',
        })
      stream.assertRoom(from)
      const place = last === undefined ? undefined : await feed.find(last)
      // Browsers give a stream up that answers with an error: who is too far behind is told within it to start over.
      const at = last !== undefined && place ? { place, token: last } : await feed.end()
      const isReset = last !== undefined && !place
      const asking = { kinds, includesRecords: include.includes('records'), site }
      const attach = (reader: Parameters<Stream['add']>[0]) =>
        stream.add(reader, { asking, from, ...at, isReset })
      return { body: undefined, live: { contentType: 'text/event-stream', attach } }
    },
  }
}
