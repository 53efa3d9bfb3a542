import type { TObject } from 'typebox'
import { anonymous, type Caller, can } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { assertPage, listAnswer, type ListShape, repeated } from '../../http/list.ts'
import type { Answer, Ask, Endpoint, Lacking, Resource } from '../../http/resource.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import {
  acceptSubmission,
  askSender,
  type Deciding,
  existingSubmission,
  markSpam,
  rejectSubmission,
} from './submissions.decide.write.ts'
import {
  type Accept,
  acceptParams,
  askParams,
  type AskSender,
  type CreateSubmission,
  createSubmissionParams,
  type Erase,
  eraseParams,
  type ListSubmissions,
  listSubmissionsParams,
  type Reject,
  rejectParams,
  type Spam,
  spamParams,
} from './submissions.params.ts'
import { type Decided, foretellReopening, reopenSubmission } from './submissions.reopen.write.ts'
import type { SubmissionsParts } from './submissions.parts.ts'
import { pictureLimit } from './submissions.picture.ts'
import {
  eventsOf,
  listSubmissions,
  openStates,
  standingsOf,
  type SubmissionRow,
} from './submissions.query.ts'
import { addressKeyOf } from './submissions.token.ts'
import { ProposalFaults } from './submissions.proposal.ts'
import { decidingFor, type Submissions } from './submissions.ts'
import { differencesIn, submissionView } from './submissions.view.ts'

const list: ListShape = {
  key: 'submissions',
  order: 'items first',
  pastTheEnd: 'submission-archive-page-not-found',
}

/** The addresses of submissions: the list, where they are sent too, one of them, and what is decided about one. */
export function submissionResources(context: Context, submissions: Submissions): Resource<never>[] {
  const address = { context, submissions }
  return [
    {
      path: '/submissions',
      pathParams: noParams,
      isExtension: true,
      bodyLimit: pictureLimit,
      endpoints: [listEndpoint(address), createEndpoint(address), eraseEndpoint(address)],
      lacks: async (caller) => ({
        ...(can(caller, 'review') ? {} : { GET: 'review' }),
        ...(can(caller, 'manage_users') ? {} : { DELETE: 'manage_users' }),
        // Who has signed in is told that it is closed; strangers, that it takes signing in.
        ...(submissions.isOpenTo(caller) || (caller.id !== anonymous.id && can(caller, 'submit'))
          ? {}
          : { POST: 'submit' }),
      }),
    },
    item('', readEndpoint(address)),
    item('/diff', diffEndpoint(address)),
    item(
      '/accept',
      decision<Accept>(
        address,
        acceptParams,
        acceptSubmission,
        'Accept what is proposed: all of it, or the fields that are named, as they are or as edited.',
        'The submission as it is now, with its event.',
      ),
      reopening(address, 'accepted'),
    ),
    item('/accept/guests', foretelling(address)),
    item(
      '/ask',
      decision<AskSender>(
        address,
        askParams,
        askSender,
        'Ask the sender a question: they get a mail with a link by which they correct what they sent.',
      ),
    ),
    item(
      '/reject',
      decision<Reject>(
        address,
        rejectParams,
        rejectSubmission,
        'Reject what is proposed, with a reason that the sender is told. It can be taken back for thirty days.',
      ),
      reopening(address, 'rejected'),
    ),
    item(
      '/spam',
      {
        ...decision<Spam>(address, spamParams, markSpam, 'Take what was proposed for spam: nobody is told.'),
        operation: 'markSubmissionAsSpam',
      },
      reopening(address, 'spam'),
    ),
  ]
}

/** What is done with one of them, at an address of its own. */
function item(path: string, ...endpoints: Endpoint<ById, never>[]): Resource<ById> {
  return {
    path: `/submissions/{id}${path}`,
    pathParams: byId,
    isExtension: true,
    endpoints,
    lacks: lacksReview,
  }
}

interface Address {
  readonly context: Context
  readonly submissions: Submissions
}

async function lacksReview(caller: Caller): Promise<Lacking> {
  return can(caller, 'review') ? {} : { GET: 'review', POST: 'review', DELETE: 'review' }
}

function createEndpoint({ submissions }: Address): Endpoint<object, CreateSubmission> {
  return {
    methods: ['POST'],
    takesFile: true,
    summary: 'Propose an event, a change of one, or report a mistake; with a picture as the file of a form.',
    title: 'Propose an event, a change of one, or report a mistake',
    operation: 'createSubmission',
    params: createSubmissionParams,
    answer: {
      status: 202,
      says: 'It was taken. Who has not signed in gets a mail, and confirms by its link that it was them.',
      schema: 'SubmissionTaken',
    },
    handle: async ({ params, file, caller, from, now, site }) => {
      const { language, email, name, alt_text, fields = {}, ...rest } = params
      const proposal = {
        ...rest,
        fields,
        file,
        email: email ?? undefined,
        name: name ?? undefined,
        alt_text: alt_text ?? undefined,
        locale: language,
      }
      try {
        const row = await submissions.propose(proposal, { caller, from, now, site })
        // By its page it could be confirmed: who has not signed in gets that by mail alone.
        const url =
          caller.id === anonymous.id ? {} : { url: `${site.home}/submission/${submissions.tokenOf(row)}` }
        // Who is blocked is not told.
        const state = row.state === 'spam' ? 'waiting' : row.state
        return { status: 202, body: { state, ...url }, headers: submissions.standing(from) }
      } catch (error) {
        throw error instanceof ProposalFaults ? refusalOf(error) : error
      }
    },
  }
}

/** The parameters of the request; the faults of fields are told within theirs. */
function refusalOf({ faults }: ProposalFaults) {
  const ownNames = Object.keys(createSubmissionParams.properties)
  const own = Object.entries(faults).filter(([name]) => ownNames.includes(name))
  const others = Object.entries(faults).filter(([name]) => !ownNames.includes(name))
  const { fields, ...rest } = Object.fromEntries(own)
  const told = [
    ...(fields === undefined ? [] : [fields]),
    ...others.map(([name, says]) => `[${name}] ${says}`),
  ]
  return invalidParams({ ...rest, ...(told.length === 0 ? {} : { fields: told.join('; ') }) })
}

function listEndpoint(address: Address): Endpoint<object, ListSubmissions> {
  const { context } = address
  return {
    methods: ['GET'],
    summary: 'List what was proposed: what waits by age, what is decided with the latest first.',
    params: withPageSizes(listSubmissionsParams, context),
    answer: { status: 200, says: 'One page of the list.', schema: 'SubmissionList' },
    handle: async (ask) => {
      const { params, site } = ask
      const number = params.page ?? 1
      const perPage = Math.min(params.per_page ?? context.perPage, context.perPageMax)
      const { rows, page } = await listSubmissions(context.db.read, {
        states: params.state ?? openStates,
        kinds: params.kind,
        page: number,
        perPage,
      })
      assertPage(list, page)
      const filters = repeated({ per_page: perPage, state: params.state, kind: params.kind }, [
        'per_page',
        'state',
        'kind',
      ])
      return listAnswer(list, site, {
        items: await viewsOf(address, context.db.read, rows, ask),
        page,
        filters,
      })
    },
  }
}

async function viewsOf(
  { context: { declared }, submissions }: Address,
  db: Reader,
  rows: readonly SubmissionRow[],
  { site }: Pick<Ask, 'site'>,
) {
  const keyOf = ({ email_folded }: SubmissionRow) =>
    email_folded === '' ? '' : addressKeyOf(submissions.parts.secret, email_folded)
  const [events, standing] = await Promise.all([eventsOf(db, rows), standingsOf(db, rows.map(keyOf))])
  return rows.map((row) =>
    submissionView(row, { site, events, declared, standing: (one) => standing(keyOf(one)) }),
  )
}

async function shown(
  address: Address,
  db: Reader,
  row: SubmissionRow,
  ask: Pick<Ask, 'site'>,
): Promise<Answer> {
  const [body] = await viewsOf(address, db, [row], ask)
  return { body }
}

function readEndpoint(address: Address): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'Read something that was proposed.',
    params: noParams,
    answer: { status: 200, says: 'The submission.', schema: 'Submission' },
    handle: async (ask) =>
      shown(
        address,
        address.context.db.read,
        await existingSubmission(address.submissions.parts, ask.path.id),
        ask,
      ),
  }
}

function diffEndpoint({ context, submissions }: Address): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'Compare what is proposed with the event as it is now, field by field.',
    params: noParams,
    answer: { status: 200, says: 'The differences, by field.', schema: 'SubmissionDifferences' },
    handle: async ({ path }) => {
      const row = await existingSubmission(submissions.parts, path.id)
      const events = await eventsOf(context.db.read, [row])
      const whole = row.event_id === null ? undefined : events.get(row.event_id)
      return { body: differencesIn(row, whole, context.declared) }
    },
  }
}

/** How something is decided about a submission. */
type Decide<Params> = (
  parts: SubmissionsParts,
  id: number,
  params: Params,
  deciding: Deciding,
) => Promise<SubmissionRow>

/** What is decided about one of them; it answers with what that has become. */
function decision<Params>(
  address: Address,
  params: TObject,
  decide: Decide<Params>,
  summary: string,
  says = 'The submission as it is now.',
): Endpoint<ById, Params> {
  return {
    methods: ['POST'],
    summary,
    params,
    answer: { status: 200, says, schema: 'Submission' },
    handle: async (ask) => {
      const answers: Answer[] = []
      const settled: Deciding['settled'] = async (row, db) => {
        answers.push(await shown(address, db, row, ask))
      }
      const { parts } = address.submissions
      const row = await decide(parts, ask.path.id, ask.params, { ...decidingFor(ask), settled })
      // The last attempt counts; what was decided without a word of it is read.
      return answers.at(-1) ?? shown(address, address.context.db.read, row, ask)
    },
  }
}

/** Whom taking back that it was accepted would tell what, asked before it is done. */
function foretelling({ submissions }: Address): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'Foretell what guests hear if accepting is taken back.',
    operation: 'foretellReopening',
    params: noParams,
    answer: { status: 200, says: 'What guests would be told, and how many.', schema: 'GuestsForetold' },
    handle: async ({ path: { id }, caller, now }) => ({
      body: { guests: await foretellReopening(submissions.parts, id, { caller, now }) },
    }),
  }
}

/** What takes such a decision back. */
function reopening(address: Address, state: Decided): Endpoint<ById> {
  const says =
    state === 'accepted'
      ? 'Take back that it was accepted: it waits again, and what that has made or changed is undone, unless it was changed since.'
      : `Take back that it was ${state === 'spam' ? 'taken for spam' : state}: it waits again.`
  const take: Decide<object> = (parts, id, _sent, deciding) => reopenSubmission(parts, id, state, deciding)
  return {
    ...decision(address, noParams, take, says),
    methods: ['DELETE'],
    ...(state === 'spam' ? { operation: 'unmarkSubmissionAsSpam' } : {}),
  }
}

function eraseEndpoint({ submissions }: Address): Endpoint<object, Erase> {
  return {
    methods: ['DELETE'],
    summary: 'Remove everything that was proposed under an address, for good.',
    operation: 'eraseSubmissions',
    params: eraseParams,
    answer: { status: 200, says: 'How much was removed.', schema: 'SubmissionsErased' },
    handle: async ({ params }) => ({ body: { deleted: true, ...(await submissions.erase(params.email)) } }),
  }
}
