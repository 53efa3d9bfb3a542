import { Type } from 'typebox'
import { byAnyName } from '../pure/params/byAnyName.ts'
import { type RefusalCode, refusals } from '../pure/errors/errors.ts'
import { rateLimitDraft } from './rateLimit.ts'
import { componentPath, type Schema } from './openapi.schema.ts'
import type { Method } from './resource.ts'

/** What of an operation decides with which refusals it may be answered. */
export interface Occasion {
  readonly method: Method
  /** The record it is about, as codes name it: `venue`. */
  readonly noun: string
  /** The names of that record’s members. */
  readonly members: ReadonlySet<string>
  readonly isList: boolean
  /** Whether the path names one record. */
  readonly isItem: boolean
  readonly isCreation: boolean
  readonly params: ReadonlySet<string>
  readonly requiresParams: boolean
}

/** That a value was of the wrong kind altogether. */
const typeFault = Type.Object({
  code: Type.String(),
  message: Type.String(),
  data: Type.Object({ param: Type.String() }),
})

/** The bodies of refusals, by the names that the document has them under (`wire-others.md` 0). */
export const refusalSchemas = {
  Error: Type.Object(
    {
      code: Type.String({ description: 'What went wrong, for programs.' }),
      message: Type.String({ description: 'What went wrong and what would be right, for people.' }),
      data: Type.Optional(Type.Object({ status: Type.Integer({ description: 'The HTTP status.' }) })),
    },
    { description: 'Why a request was refused.' },
  ),
  InvalidParams: Type.Object(
    {
      code: Type.Enum(['rest_invalid_param', 'rest_missing_callback_param']),
      message: Type.String({ description: 'What was wrong with all of them.' }),
      data: Type.Object({
        status: Type.Integer(),
        params: Type.Union([byAnyName(Type.String()), Type.Array(Type.String())], {
          description:
            'What was wrong, by the name of the parameter; the names alone of those that are missing.',
        }),
        details: Type.Optional(
          Type.Union([byAnyName(typeFault), Type.Array(Type.Unknown(), { maxItems: 0 })], {
            description: 'By name, where the type was wrong; else an empty list.',
          }),
        ),
      }),
    },
    { description: 'Which parameters were not accepted, and why.' },
  ),
}

/** The refusals of an operation as responses: by status, each with its codes and their sentences. */
export function refusalResponses(occasion: Occasion): Record<string, Schema> {
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of codesOf(occasion)) {
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses: Record<string, Schema> = { default: answered('Any other refusal.', ['Error']) }
  for (const [status, codes] of byStatus) responses[status] = response(status, codes)
  return responses
}

/** The codes an operation may be refused with, in the order of the table of refusals. */
export function codesOf(occasion: Occasion): RefusalCode[] {
  // The keys of the table are the codes.
  const codes = Object.keys(refusals) as RefusalCode[]
  return codes.filter((code) =>
    rules.some(([pattern, applies]) => pattern.test(code) && applies(occasion, code)),
  )
}

type Applies = (occasion: Occasion, code: RefusalCode) => boolean

const always: Applies = () => true
const takesBody: Applies = ({ method, params }) => method !== 'GET' && method !== 'DELETE' && params.size > 0
const isAbout: Applies = ({ noun }, code) => code.split('-').includes(noun)
/** What belongs to an event is met through it, and so are the event's own refusals. */
const belongsToEvent: Applies = ({ members }) => members.has('event_id')
const writesTerm: Applies = (occasion, code) => occasion.members.has('taxonomy') && takesBody(occasion, code)

/** Which operations meet which refusals: by the code as a whole, or by how codes about one kind of record are built. */
const rules: readonly (readonly [RegExp, Applies])[] = [
  [/^rest_invalid_param$/, ({ params, isItem }) => isItem || params.size > 0],
  [/^rest_missing_callback_param$/, ({ requiresParams }) => requiresParams],
  [/^rest_invalid_(json|body)$|^rest_request_too_large$/, takesBody],
  [/^rest_invalid_namespace$/, ({ params }) => params.has('namespace')],
  [
    /^(invalid_username|invalid_email|incorrect_password|rest_invalid_token|rest_token_expired|rest_invalid_authorization)$/,
    always,
  ],
  [/^(rest_too_many_requests|rest_uri_too_long|rest_headers_too_large)$/, always],
  [
    /^(rest_forbidden|rest_token_scope|rest_cross_site_write|rest_cookie_foreign_write|rest_storage_(full|away)|rest_outcome_unknown)$/,
    ({ method }) => method !== 'GET',
  ],
  [/^rest_(forbidden|token_scope)$/, ({ noun }) => ['settings', 'import', 'history', 'acts'].includes(noun)],
  [/^rest_idempotency_/, ({ method }) => method === 'POST' || method === 'PATCH'],
  [/^rest_sync_expired$/, ({ noun }) => noun === 'change' || noun === 'changes'],
  [/^rest_(forbidden|token_scope)$/, ({ noun }) => noun.startsWith('webhook')],
  [/^rest_webhook_not_found$/, ({ noun, isItem }) => noun.startsWith('webhook') && isItem],
  [/^field-not-found$/, ({ noun, isItem }) => noun === 'field' && isItem],
  [/^(field-exists|too-many-fields)$/, ({ noun, isCreation }) => noun === 'field' && isCreation],
  [/^field-in-use$/, ({ noun, method }) => noun === 'field' && method === 'DELETE'],
  [
    /^(?:option-in-use|field-changing)$/,
    ({ noun, isItem, method }) => noun === 'field' && isItem && method !== 'GET',
  ],
  [/^rest_letters_closed$/, ({ noun, params }) => noun === 'letter' && params.has('at')],
  [/^rest_letter_not_found$/, ({ noun, isItem }) => /^letter(preview|test)?$/.test(noun) && isItem],
  [
    /^rest_letter_(state|empty)$/,
    ({ noun, isItem, method }) => noun === 'letter' && isItem && method !== 'GET',
  ],
  [/^rest_letter_limit$/, ({ noun, isCreation }) => noun === 'letter' && isCreation],
  [
    /^rest_letter_list_not_found$/,
    ({ noun, isItem, method }) =>
      (noun === 'letteraudience' && isItem) || (noun === 'letter' && method !== 'GET'),
  ],
  [/^rest_letter_list_used$/, ({ noun, method }) => noun === 'letteraudience' && method === 'DELETE'],
  [/^rest_letter_list_limit$/, ({ noun, isCreation }) => noun === 'letteraudience' && isCreation],
  [/^letter-archive-page-not-found$/, ({ noun, isList }) => noun.startsWith('letter') && isList],
  [/^rest_webhook_limit$/, ({ noun, isCreation }) => noun === 'webhook' && isCreation],
  [
    /^rest_webhook_disabled$/,
    ({ noun, method }) => /^webhook(delivery|replayed)$/.test(noun) && method !== 'GET',
  ],
  [/^rest_webhook_too_much$/, ({ noun }) => noun === 'webhookreplayed'],
  [/^rest_delivery_not_found$/, ({ noun, method }) => noun === 'webhookdelivery' && method !== 'GET'],
  [/^rest_too_many_streams$/, ({ noun }) => noun === 'change'],
  [/^rest_(history_not_found|undo_conflict|undo_whole|undo_impossible)$/, ({ noun }) => noun === 'undone'],
  [/^rest_setting_locked$/, ({ noun, method }) => noun === 'settings' && method !== 'GET'],
  [/^rest_letters_closed$/, ({ noun }) => noun === 'subscriptionasked' || noun === 'lettershere'],
  [/^rest_subscriber_not_found$/, ({ noun, method }) => noun === 'subscriber' && method === 'GET'],
  [/^rest_submissions_(closed|full|often)$/, ({ noun }) => noun === 'submissiontaken'],
  [/^rest_registration_(none|closed|full|often)$/, ({ noun }) => noun === 'guesttaken'],
  [/^rest_(guests_written_often|mail_not_set)$/, ({ noun }) => noun === 'guestswritten'],
  [
    /^rest_registration_none$/,
    ({ noun }) => noun === 'registration' || /^guest(arrivals|swritten)$/.test(noun),
  ],
  [/^rest_registration_full$/, ({ noun, method }) => noun === 'guest' && method !== 'GET'],
  [
    /^rest_guest_exists$/,
    ({ noun, method }) => noun === 'guesttaken' || (noun === 'guest' && method !== 'GET'),
  ],
  [/^rest_guest_state$/, ({ noun, method }) => noun === 'guest' && method === 'POST'],
  [/^rest_guest_not_found$/, ({ noun, isList }) => !isList && (noun === 'guest' || noun === 'guesterased')],
  [
    /^rest_(registration_has_guests|guests_being_told)$/,
    ({ noun, method }) => noun === 'event' && method !== 'GET',
  ],
  [/^rest_submission_not_found$/, ({ noun, isList }) => !isList && /^submission(differences)?$/.test(noun)],
  [/^rest_submission_not_open$/, ({ noun, method }) => noun === 'submission' && method !== 'GET'],
  [
    /^rest_submission_(event_changed|not_kept)$/,
    ({ noun, method }) => noun === 'submission' && method === 'DELETE',
  ],
  [/^rest_submission_(changed|conflict|gone|few_accepted)$/, ({ params }) => params.has('trust')],
  [/^rest_upload_no_data$/, ({ isCreation, noun }) => isCreation && noun === 'media'],
  [/^rest_(import_is_running|too_many_imports)$/, ({ isCreation, noun }) => isCreation && noun === 'import'],
  [/^rest_backup_(elsewhere|is_running|failed)$/, ({ isCreation, noun }) => isCreation && noun === 'backup'],
  [/^rest_backup_not_found$/, ({ noun, isCreation, isList }) => noun === 'backup' && !isCreation && !isList],
  [/^rest_import_source_(not_found|file)$/, ({ noun, isItem }) => noun === 'importsource' && isItem],
  [/^rest_import_source_exists$/, ({ noun, method }) => noun === 'importsource' && method !== 'GET'],
  [
    /^rest_not_in_series$/,
    ({ params, noun, method }) => params.has('scope') || (noun === 'series' && method !== 'GET'),
  ],
  [/^rest_recurrence_needed$/, ({ params }) => params.has('scope') && params.has('recurrence')],
  [/^rest_series_not_found$/, ({ isItem, noun }) => isItem && noun === 'series'],
  [/^rest_busy$/, (occasion, code) => takesBody(occasion, code) && takesImage(occasion)],
  [/^rest_precondition_failed$/, ({ method, isItem }) => method !== 'GET' && isItem],
  [/^(term_exists|empty_term_name|duplicate_term_slug)$/, writesTerm],
  [
    /^rest_taxonomy_not_hierarchical$/,
    (occasion, code) => writesTerm(occasion, code) && !occasion.members.has('parent'),
  ],
  [/^rest-.+-(id|not-found)$/, (occasion, code) => occasion.isItem && isAbout(occasion, code)],
  [
    /-(not-accessible|no-longer-available|password-protected)$/,
    (occasion, code) => reads(occasion) && isAbout(occasion, code),
  ],
  [
    /^rest-(event-not-found|invalid-event-id)$/,
    (occasion, code) => belongsToEvent(occasion, code) && (occasion.isList || occasion.isCreation),
  ],
  [
    /^event-(not-accessible|no-longer-available|password-protected)$/,
    (occasion, code) => belongsToEvent(occasion, code) && occasion.method === 'GET',
  ],
  [/^too-many-/, ({ isCreation, noun }, code) => isCreation && code === `too-many-${noun}s`],
  [/-is-in-trash$/, (occasion, code) => occasion.method === 'DELETE' && isAbout(occasion, code)],
  [/-archive-page-not-found$/, (occasion, code) => occasion.isList && isAbout(occasion, code)],
  [
    /^could-not-create-/,
    (occasion, code) =>
      takesBody(occasion, code) && creates(occasion, code.slice('could-not-create-'.length)),
  ],
  [
    /^could-not-update-/,
    (occasion, code) => takesBody(occasion, code) && occasion.isItem && isAbout(occasion, code),
  ],
]

/** Whether an image may come with the request, by address or as the file itself. */
function takesImage({ isCreation, noun, params }: Occasion): boolean {
  return params.has('image') || (isCreation && noun === 'media')
}

function reads({ method, isItem }: Occasion): boolean {
  return method === 'GET' && isItem
}

/** Whether the operation makes such a record: as its purpose, or because it takes the data of one among its parameters. */
function creates({ isCreation, noun, params }: Occasion, made: string): boolean {
  return noun === made ? isCreation : params.has(made)
}

/** The anonymous are told to log in where others are told that they may not (`wire-others.md` 0, step 8). */
function statusesOf(code: RefusalCode): number[] {
  return code === 'rest_forbidden' ? [401, 403] : [refusals[code].status]
}

function response(status: number, codes: readonly RefusalCode[]): Schema {
  const says = codes.map((code) => `- \`${code}\`: ${refusals[code].says}`).join('\n')
  const schemas = Map.groupBy(codes, (code) =>
    /^rest_(invalid|missing_callback)_param$/.test(code) ? 'InvalidParams' : 'Error',
  )
  return {
    ...answered(says, [...schemas.keys()]),
    ...(headersOf[status] ? { headers: headersOf[status] } : {}),
  }
}

const text = { type: 'string' }

const headersOf: Readonly<Record<number, Schema>> = {
  401: { 'WWW-Authenticate': { schema: text, description: 'The schemes that are understood.' } },
  429: {
    'Retry-After': { schema: { type: 'integer' }, description: 'In so many seconds.' },
    'RateLimit-Policy': {
      schema: text,
      description: `The limit, how often and in how many seconds (${rateLimitDraft}).`,
    },
    RateLimit: { schema: text, description: 'What is left of it, and in how many seconds there is more.' },
  },
}

function answered(description: string, schemas: readonly string[]): Schema {
  const references = schemas.map((name) => ({ $ref: componentPath + name }))
  const schema = references.length === 1 ? references[0] : { anyOf: references }
  return { description, content: { 'application/json': { schema } } }
}
