import { waitHeaders } from '../../http/rateLimit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endedCookie, isSecure, secretIn, sessionCookie } from '../../http/auth/cookie.ts'
import { isForeign, isPlain } from '../../http/auth/ownRequest.ts'
import { anonymous } from '../../http/auth/rights.ts'
import { endSession, type SessionUser, startSession } from '../../http/auth/sessions.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { readBody, type Sent } from '../../http/sources.ts'
import { doorUrl } from './entryPage.ts'
import { chosenIn, inLanguage } from './languages.ts'
import type { Page } from './page.ts'
import { ownPath } from './returnPath.ts'
import { answer } from './pages.ts'
import type { WebOptions } from './pages.options.ts'
import { signInPage, signOutPage } from './signin.ts'
import type { Visit } from './visit.ts'

/** The largest form of signing in, in bytes. */
const formLimit = 16 * 1024

/** One request to a page of signing in. */
export interface DoorRequest {
  readonly options: WebOptions
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly visit: Visit
}

/** Answers a form with a page; `sent` are its fields. */
type Take = (door: DoorRequest, sent: Sent) => Promise<Page>

/** Serves the pages on which people sign in and out. */
export function registerSignIn(server: FastifyInstance, options: WebOptions): void {
  serveDoor(server, options, '/signin', { show: showSignIn, take: takeSignIn })
  serveDoor(server, options, '/signout', { show: async ({ visit }) => signOutPage(visit), take: takeSignOut })
}

/**
 * Serves a page before the calendar, and takes its form. Forms come from this site alone, also where nobody is signed in yet:
 * no other site signs its readers in as somebody else. Throws 403 `rest_cookie_foreign_write`.
 */
export function serveDoor(
  server: FastifyInstance,
  options: WebOptions,
  url: string,
  { show, take }: { show: (door: DoorRequest) => Promise<Page>; take: Take },
): void {
  server.route({
    method: ['GET', 'HEAD', 'POST'],
    url,
    exposeHeadRoute: false,
    bodyLimit: formLimit,
    handler: (request, reply) =>
      answer(reply, options, async (visit) => {
        const door = { options, request, reply, visit }
        if (request.method !== 'POST') return show(door)
        if (isPlain(request, options.settings.siteUrl))
          return signInPage(visit, 403, { login: '', isPlain: true })
        if (isForeign(request, options.settings.siteUrl)) throw new ApiError('rest_cookie_foreign_write')
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return take(door, (await readBody(request.method, request.headers, bytes)).params)
      }),
  })
}

/** A field of a form as text. */
export function textIn(sent: Sent, name: string): string {
  const value = sent[name]
  return typeof value === 'string' ? value : ''
}

/** Leads to another page: of this site, or of the provider that signs people in. */
export function leadTo({ reply, visit }: DoorRequest, path: string): Page {
  void reply.header('Location', path)
  return { ...signOutPage(visit), status: 303 }
}

/**
 * Starts the session of somebody who has just proven who they are, by whichever means, gives their browser its cookie, and
 * leads to where they wanted to go, or `to`. A session that the browser had before ends: nobody else can have planted the new one.
 */
export async function enter(door: DoorRequest, user: SessionUser, to = wayOn(door.visit)): Promise<Page> {
  const { options, request, reply } = door
  const secure = isSecure(options.settings.siteUrl, request.protocol)
  const former = secretIn(request.headers.cookie, secure)
  const secret = await options.context.db.write(async (tx) => {
    if (former !== undefined) await endSession(tx, former)
    return startSession(tx, user, {
      now: epochSeconds(options.now()),
      userAgent: request.headers['user-agent'],
      address: request.ip,
    })
  }, 'aside')
  if (secret === undefined) throw new ApiError('rest_wrong_password')
  void reply.header('Set-Cookie', sessionCookie(secret, secure))
  return leadTo(door, to)
}

/** Where the reader wanted to go, in the language that they have chosen. */
export function wayOn({ site, query }: Visit): string {
  const path = ownPath(query.get('next'), site.path) ?? `${site.path}/`
  const language = chosenIn(query)
  return language === undefined || /[?&]lang=/.test(path) ? path : inLanguage(path, language)
}

async function showSignIn(door: DoorRequest): Promise<Page> {
  const { visit } = door
  // Whoever is to prove again who they are does so here, too, in whichever way.
  if (visit.caller.id === anonymous.id || visit.query.has('again'))
    return signInPage(visit, 200, {
      login: '',
      isPlain: isPlain(door.request, door.options.settings.siteUrl),
    })
  return leadTo(door, wayOn(visit))
}

async function takeSignIn(door: DoorRequest, sent: Sent): Promise<Page> {
  const { options, request, reply, visit } = door
  const login = textIn(sent, 'login')
  try {
    const user = await options.signIn({ login, password: textIn(sent, 'password'), from: request.ip })
    return await enter(door, user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    void reply.headers(waitHeaders(error.extras.headers))
    if (error.code === 'rest_wrong_password') return signInPage(visit, 401, { login, isWrong: true })
    const wait_s = Number(error.extras.headers?.['retry-after'])
    if (error.code !== 'rest_too_many_requests') throw error
    return signInPage(visit, 429, { login, wait_s })
  }
}

async function takeSignOut(door: DoorRequest): Promise<Page> {
  const { options, request, reply, visit } = door
  const secure = isSecure(options.settings.siteUrl, request.protocol)
  const secret = secretIn(request.headers.cookie, secure)
  if (secret !== undefined) await options.context.db.write((tx) => endSession(tx, secret), 'aside')
  void reply.header('Set-Cookie', endedCookie(secure))
  return leadTo(door, doorUrl(visit, '/signout'))
}
