import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isForeign } from '../../http/auth/ownRequest.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { UploadedFile } from '../../http/resource.ts'
import { readBody, type Sent } from '../../http/sources.ts'
import { pictureLimit } from '../../records/submissions/submissions.picture.ts'
import { ProposalFaults } from '../../records/submissions/submissions.proposal.ts'
import type { Page } from './page.ts'
import { answer } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import type { FormShown } from './submit.ts'
import type { FormField, FormValues } from './submit.values.ts'
import type { Visit } from './visit.ts'

/** A form with a picture, in bytes. */
const formLimit = pictureLimit + 256 * 1024

/** One request to a page of proposing. */
export interface Proposing {
  readonly options: WebOptions
  readonly request: FastifyRequest<{ Params: Record<string, string> }>
  readonly reply: FastifyReply
  readonly visit: Visit
}

/** Serves a page with a form, which only this site sends. Throws 403 `rest_cookie_foreign_write`. */
export function serveForm(
  server: FastifyInstance,
  options: WebOptions,
  url: string,
  make: (door: Proposing) => Promise<Page | undefined>,
  bodyLimit = formLimit,
): void {
  server.route({
    method: ['GET', 'HEAD', 'POST'],
    url,
    exposeHeadRoute: false,
    bodyLimit,
    handler: (request: Proposing['request'], reply) =>
      answer(reply, options, async (visit) => {
        if (request.method === 'POST' && isForeign(request, options.settings.siteUrl))
          throw new ApiError('rest_cookie_foreign_write')
        return make({ options, request, reply, visit })
      }),
  })
}

/** The fields and the file of a form. */
export async function sentWith({
  request,
}: Proposing): Promise<{ sent: Sent; file: UploadedFile | undefined }> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { params, file } = await readBody(request.method, request.headers, bytes)
  return { sent: params, file: file && file.bytes.length > 0 ? file : undefined }
}

/** What is said beside the event. */
export function aside({ note, name, alt_text }: FormValues) {
  return { note: note.slice(0, 2000), name: name.slice(0, 100), alt_text: alt_text.slice(0, 300) }
}

/** The fields of the form that those of events are typed in. */
const typedAs: Readonly<Record<string, FormField | 'file' | 'form'>> = {
  start_date: 'start',
  end_date: 'end',
  recurrence: 'until',
  categories: 'category',
  fields: 'form',
  event: 'form',
}

/** What is wrong with what was typed, in the reader’s language, at its field; undefined where something else is. */
export function faultsOf({ locale }: Visit, error: unknown): FormShown['faults'] | undefined {
  const { messages } = locale
  if (error instanceof ApiError && error.code === 'rest_invalid_param') return { file: messages.faultPicture }
  if (!(error instanceof ProposalFaults)) return undefined
  return Object.fromEntries(
    Object.entries(error.faults).map(([name, says]) => {
      const text =
        says.startsWith('must be given') || says.startsWith('must say')
          ? messages.faultNeeded
          : says.startsWith('must not be before')
            ? messages.faultEnd
            : says.startsWith('must hold a change')
              ? messages.faultNothing
              : name === 'email'
                ? messages.faultAddress
                : messages.faultField
      return [typedAs[name] ?? name, text]
    }),
  )
}
