import { type Caller, can } from '../../http/auth/rights.ts'
import type { Ask, Endpoint, Lacking, Resource } from '../../http/resource.ts'
import { kinds } from '../posts/posts.kind.ts'
import { type ById, byId } from '../../pure/params/path.ts'
import { postUrl } from '../posts/posts.view.ts'
import { wholly } from '../../http/wholly.ts'
import { askParams, type AskSender, type Reject, rejectParams } from './submissions.params.ts'
import type { SubmissionsParts } from './submissions.parts.ts'
import { askAuthor, type Deciding, giveBack } from './submissions.pending.write.ts'

/** What is decided about events that wait for approval, besides approving them: asking their authors, and giving them back. */
export function pendingResources(parts: SubmissionsParts): Resource<never>[] {
  return [resource('ask', asking(parts)), resource('reject', rejecting(parts))]
}

function resource(path: string, endpoint: Endpoint<ById, never>): Resource<ById> {
  return { path: `/events/{id}/${path}`, pathParams: byId, isExtension: true, endpoints: [endpoint], lacks }
}

async function lacks(caller: Caller): Promise<Lacking> {
  return can(caller, 'review') ? {} : { POST: 'review' }
}

const answer = { status: 200, says: 'What has become of it.', schema: 'EventDecision' }

function asking(parts: SubmissionsParts): Endpoint<ById, AskSender> {
  return {
    methods: ['POST'],
    summary: 'Ask the author of an event that waits for approval something, by mail; it waits on.',
    title: 'Ask the author of an event that waits for approval',
    operation: 'askEvent',
    params: askParams,
    answer,
    handle: async (ask) => {
      const mailed = await askAuthor(parts, ask.params, decidingOf(parts, ask))
      return { body: { id: ask.path.id, status: 'pending', mailed } }
    },
  }
}

function rejecting(parts: SubmissionsParts): Endpoint<ById, Reject> {
  return {
    methods: ['POST'],
    summary:
      'Give an event that waits for approval back to its author as a draft, of a series all of its dates, with a reason by mail.',
    title: 'Give an event that waits back to its author',
    operation: 'rejectEvent',
    params: rejectParams,
    answer,
    handle: async (ask) => {
      const mailed = await wholly(parts.context, (context) =>
        giveBack({ ...parts, context }, ask.params, decidingOf(parts, ask)),
      )
      return { body: { id: ask.path.id, status: 'draft', mailed } }
    },
  }
}

function decidingOf(
  { context: { siteZone } }: SubmissionsParts,
  { path, caller, now, site }: Ask<ById, unknown>,
): Deciding {
  return { id: path.id, caller, now, siteZone, pageUrl: (event) => postUrl(site, kinds.event, event) }
}
