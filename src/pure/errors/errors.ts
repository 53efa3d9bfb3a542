import { refusalsOfChanges } from './errors.changes.ts'
import { refusalsOfLetters } from './errors.letters.ts'
import { refusalsOfPeople } from './errors.people.ts'
import { refusalsOfRegistration } from './errors.registration.ts'
import { refusalsOfService } from './errors.service.ts'
import { refusalsOfSubmissions } from './errors.submissions.ts'
import type { Refusal } from './refusal.ts'

/**
 * Every refusal that Kalends answers with. The codes come from the wire facts (`docs/spec/wire-events.md` 0,
 * `docs/spec/wire-others.md` 0) and the decisions; the sentences are ours.
 */
export const refusals = {
  rest_no_route: {
    status: 404,
    says: 'No route matches {method} {path}. See {doc} for the routes there are.',
  },
  rest_invalid_namespace: {
    status: 404,
    says: 'The namespace “{namespace}” is not served here; these are: {served}.',
  },
  rest_invalid_json: { status: 400, says: 'The body is not valid JSON: {reason}.' },
  rest_missing_callback_param: {
    status: 400,
    says: 'These parameters are required and were not given: {names}.',
  },
  rest_invalid_param: { status: 400, says: 'These parameters were not accepted: {reasons}' },
  rest_callback_invalid: {
    status: 400,
    says: 'The name of the JSONP callback may hold letters, digits, underscores and dots only.',
  },
  rest_callback_disabled: {
    status: 403,
    says: 'JSONP is not answered with credentials, as any website could read it. Leave out “_jsonp”, or the Authorization header.',
  },
  rest_invalid_body: { status: 400, says: 'The body could not be read: {reason}.' },
  rest_request_too_large: { status: 413, says: 'The body is larger than the {limit} bytes accepted here.' },
  rest_upload_no_data: {
    status: 400,
    says: 'No image was sent. Send it as the file of a multipart form, or as the body with an image type or a Content-Disposition that names the file.',
  },
  rest_busy: { status: 503, says: 'Too many images are being processed. Try again in {seconds} seconds.' },
  rest_uri_too_long: {
    status: 414,
    says: 'The address is longer than the {limit} characters accepted here.',
  },
  rest_headers_too_large: {
    status: 431,
    says: 'The address and the headers are larger than the {limit} bytes accepted here.',
  },
  rest_malformed_request: { status: 400, says: 'This is not a valid HTTP/1.1 request.' },
  rest_request_too_slow: { status: 408, says: 'The request had not arrived whole after {limit} ms.' },
  rest_forbidden: { status: 403, says: 'You may not do this: it needs the right to {right}.' },
  rest_cross_site_write: {
    status: 403,
    says: 'A browser sent this from {origin}, and it would change something with the credentials of its reader; this site is {own}. Name the origin of that page in CORS_ORIGINS if it may do so (“*” names nobody), or set SITE_URL if it is this site’s own.',
  },
  rest_cookie_foreign_write: {
    status: 403,
    says: 'This would change something as the reader who has signed in, and nothing says that a page of this site had it sent: it takes the header “Sec-Fetch-Site: same-origin”, or an “Origin” that is this site. Programs send an application password or a token instead of the cookie.',
  },
  rest_precondition_failed: {
    status: 412,
    says: 'The record has changed since you read it: If-Match names {given}, its ETag now is {current}.',
  },
  rest_internal_error: { status: 500, says: 'Something went wrong here. It has been logged as {request}.' },
  rest_database_busy: {
    status: 503,
    says: 'The database is busy with other requests. Try again in {seconds} seconds.',
  },
  rest_database_away: {
    status: 503,
    says: 'The database cannot be reached at the moment; nothing was changed. Try again in {seconds} seconds.',
  },
  rest_database_gone: {
    status: 503,
    says: 'The database is no longer where it was; nothing was changed. The operator of the service has to put it back.',
  },
  rest_storage_away: {
    status: 503,
    says: 'The storage of files cannot be reached at the moment; nothing was changed. Try again in {seconds} seconds.',
  },
  rest_storage_full: {
    status: 507,
    says: 'The storage is full; nothing was changed. The operator of the service has to make room.',
  },
  rest_outcome_unknown: {
    status: 503,
    says: 'The change could not be confirmed: it may have been made. Check before you send it again.',
  },
  rest_timeout: {
    status: 503,
    says: 'The request took longer than the {limit} ms allowed here.',
  },

  'rest-event-not-found': { status: 404, says: 'No event has the {by} {named}.' },
  'rest-invalid-event-id': {
    status: 400,
    says: 'The ID {id} belongs to another kind of record, not to an event.',
  },
  rest_not_in_series: {
    status: 409,
    says: 'The event {id} is no date of a series, or no longer: only scope=this can be meant.',
  },
  rest_recurrence_needed: {
    status: 400,
    says: 'The following dates can have another recurrence, and not none: recurrence=null goes with scope=all.',
  },
  rest_series_not_found: { status: 404, says: 'No series has the ID {id}.' },
  'series-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of series; the last one is {last}.',
  },
  'event-not-accessible': { status: 403, says: 'You may not read this event: it is not public.' },
  'event-no-longer-available': { status: 403, says: 'This event has been moved to the trash.' },
  'event-password-protected': {
    status: 403,
    says: 'This event needs its password. Send it as the parameter “password”.',
  },
  'event-is-in-trash': {
    status: 410,
    says: 'This event is in the trash already. Use force=true to remove it for good.',
  },
  'event-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of events; the last one is {last}.',
  },

  'venue-not-accessible': { status: 403, says: 'You may not read this venue: it is not public.' },
  'venue-is-in-trash': {
    status: 410,
    says: 'This venue is in the trash already. Use force=true to remove it for good.',
  },
  'venue-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of venues; the last one is {last}.',
  },
  'could-not-create-venue': { status: 400, says: 'The venue was not created: its name is empty.' },
  'could-not-update-venue': { status: 400, says: 'The venue was not changed: its new name is empty.' },

  'organizer-not-accessible': { status: 403, says: 'You may not read this organizer: it is not public.' },
  'organizer-is-in-trash': {
    status: 410,
    says: 'This organizer is in the trash already. Use force=true to remove it for good.',
  },
  'organizer-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of organizers; the last one is {last}.',
  },
  'could-not-create-organizer': { status: 400, says: 'The organizer was not created: its name is empty.' },
  'could-not-update-organizer': {
    status: 400,
    says: 'The organizer was not changed: its new name is empty.',
  },

  'media-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of images; the last one is {last}.',
  },

  rest_import_is_running: {
    status: 409,
    says: 'The import {id} of the same source is running. Import again when it is done.',
  },
  rest_too_many_imports: {
    status: 503,
    says: '{limit} imports are running already. Try again when one of them is done.',
  },

  'ticket-no-longer-available': { status: 403, says: 'This ticket has been moved to the trash.' },
  'ticket-is-in-trash': {
    status: 410,
    says: 'This ticket is in the trash already. Use force=true to remove it for good.',
  },
  'ticket-archive-page-not-found': {
    status: 404,
    says: 'There is no page {page} of tickets; the last one is {last}.',
  },
  'too-many-tickets': {
    status: 400,
    says: 'The event has {limit} tickets, with those in its trash, and may not have more. Remove one for good first.',
  },

  rest_post_invalid_id: { status: 404, says: 'No {kind} has the ID {id}.' },
  rest_post_invalid_page_number: {
    status: 400,
    says: 'There is no page {page} of this list; the last one is {last}.',
  },
  rest_already_trashed: {
    status: 410,
    says: 'It is in the trash already. Use force=true to remove it for good.',
  },
  rest_trash_not_supported: {
    status: 501,
    says: 'There is no trash for this. Use force=true to remove it for good.',
  },

  rest_term_invalid: { status: 404, says: 'No {kind} has the ID {id}.' },
  term_exists: {
    status: 400,
    says: 'The term “{name}” exists already, with the ID {id}. Give a slug to make another one.',
  },
  empty_term_name: { status: 400, says: 'A term needs a name that is more than blanks and tags.' },
  duplicate_term_slug: { status: 400, says: 'The slug “{slug}” belongs to another term, with the ID {id}.' },
  rest_taxonomy_not_hierarchical: { status: 400, says: 'Tags have no parents; only categories have.' },
  ...refusalsOfPeople,
  ...refusalsOfService,
  ...refusalsOfSubmissions,
  ...refusalsOfLetters,
  ...refusalsOfRegistration,
  ...refusalsOfChanges,

  missing_experimental_endpoint_acknowledgement: {
    status: 400,
    says: 'Send the header {header} with the acknowledgement of this interface, word by word: “{text}”',
  },
  tec_rest_organizers_page_not_found: {
    status: 404,
    says: 'There is no page {page} of this list; the last one is {last}.',
  },

  'oembed-not-found': {
    status: 404,
    says: 'No page of this calendar that everybody may see and embed is at {url}.',
  },
  'oembed-format-not-known': { status: 501, says: 'The format must be json or xml, not {format}.' },
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof refusals

/** The words that fill the placeholders of a refusal’s sentence. */
export type RefusalWords = Readonly<Record<string, string | number>>

/**
 * What may be added to a refusal: members within `data` or beside it, headers of the response, and a second sentence that
 * says what is probably wrong.
 */
export interface RefusalExtras {
  readonly hint?: string | undefined
  readonly status?: number
  readonly data?: Readonly<Record<string, unknown>>
  readonly beside?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Wire: these refusals have no `data`. */
const withoutData = new Set<RefusalCode>(['rest_callback_invalid', 'tec_rest_organizers_page_not_found'])

/** A refusal on its way to the client: thrown anywhere, turned into the wire form in one place. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: RefusalCode
  readonly status: number
  readonly extras: RefusalExtras

  constructor(code: RefusalCode, words: RefusalWords = {}, extras: RefusalExtras = {}) {
    super([fill(refusals[code].says, words), extras.hint].filter(Boolean).join(' '))
    this.code = code
    this.status = extras.status ?? refusals[code].status
    this.extras = extras
  }

  /** The same refusal with other extras; what is not named stays. */
  with(extras: RefusalExtras): ApiError {
    const other = new ApiError(this.code, {}, { ...this.extras, ...extras })
    other.message = this.message
    return other
  }

  /** The body on the wire: `{code, message, data: {status, …}, …}` (`wire-others.md` 0). */
  get body(): Record<string, unknown> {
    if (withoutData.has(this.code)) return { code: this.code, message: this.message }
    const data = { status: this.status, ...this.extras.data }
    return { code: this.code, message: this.message, data, ...this.extras.beside }
  }
}

function fill(sentence: string, words: RefusalWords): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(words[name] ?? ''))
}
