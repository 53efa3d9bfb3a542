import { type People } from './app.people.ts'
import { docUrlOf } from './app.settings.ts'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from '../storage/files/serve.ts'
import { serveHealth } from '../http/health.ts'
import { serveNotFound } from '../http/server.ts'
import type { ServerParts } from '../http/serverParts.ts'
import { mediaPath } from '../records/media/media.record.ts'
import type { OpenProvider } from '../people/oidc/oidc.open.ts'
import type { Context } from '../http/context.ts'
import type { Guests } from '../records/registration/guests.ts'
import type { Submissions } from '../records/submissions/submissions.ts'
import { registerAdmin } from '../outward/web/admin.routes.ts'
import { serveAssets } from '../outward/web/assets.ts'
import { followLook } from '../outward/web/look.ts'
import type { Shown } from '../people/settings/settings.live.ts'
import { registerEmbedding } from '../outward/web/embed.routes.ts'
import { type Documents, registerDocuments } from '../outward/web/documents.routes.ts'
import { registerSiteFiles } from '../outward/web/site.routes.ts'
import { notFoundPage, registerPages } from '../outward/web/pages.ts'
import type { WebOptions } from '../outward/web/pages.options.ts'
import { registerCards } from '../outward/web/sharing.routes.ts'
import { registerSetup } from '../outward/web/setup.routes.ts'
import { registerPasskeys } from '../outward/web/signin.passkey.routes.ts'
import { registerPasswords } from '../outward/web/signin.password.routes.ts'
import { registerProvider } from '../outward/web/oidc.routes.ts'
import { registerSignIn } from '../outward/web/signin.routes.ts'
import { registerSuggestions } from '../outward/web/suggest.ts'
import { registerGuest } from '../outward/web/guest.ts'
import { registerMail } from '../outward/web/mail.routes.ts'
import { registerRegister } from '../outward/web/register.ts'
import { registerSubmit } from '../outward/web/submit.routes.ts'
import { registerReference } from '../outward/web/reference.ts'
import type { Letters } from '../records/letters/letters.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Database } from '../storage/db/dialect.ts'

/** What is served beside the REST routes is made of it. */
interface Beside {
  readonly context: Context
  readonly serving: ServerParts
  readonly documents: Documents
  readonly people: People
  readonly submissions: Submissions
  readonly guests: Guests
  readonly letters: Letters
  readonly provider: OpenProvider | undefined
}

/** Adds what is served beside the REST routes: the health check, files, pages, and the answer where nothing is. */
export async function serveBeside(
  server: FastifyInstance,
  { config, db, log }: { readonly config: Config; readonly db: Database; readonly log: FastifyBaseLogger },
  { context, serving, documents, people, submissions, guests, letters, provider, ...shown }: Beside & Shown,
): Promise<void> {
  serveHealth(server, () => db.assertReady())
  const web = await webOptions(shown, { context, serving, people, submissions, guests, letters, provider })
  serveFiles(server, { path: mediaPath, store: context.media.store })
  serveAssets(server, web)
  const assistants = config.mcp !== 'off'
  registerPages(server, web, assistants)
  registerSignIn(server, web)
  registerPasswords(server, web)
  registerPasskeys(server, web)
  registerSetup(server, web)
  registerSubmit(server, web)
  registerGuest(server, web)
  registerMail(server, web)
  registerRegister(server, web)
  if (provider) registerProvider(server, web, { ...provider, log: (message) => log.warn(message) })
  registerAdmin(server, web)
  registerCards(server, web)
  registerSuggestions(server, web)
  registerEmbedding(server, web, config)
  registerSiteFiles(server, web, assistants)
  registerDocuments(server, web, { ...documents, assistants: config.mcp !== 'off' })
  registerReference(server, {
    docUrl: docUrlOf(config),
    get title() {
      return web.siteName
    },
  })
  serveNotFound(server, serving, notFoundPage(web))
}

/** What the public pages are made of. */
async function webOptions(
  shown: Shown,
  { context, serving, people, submissions, guests, letters, provider }: Omit<Beside, 'documents'>,
): Promise<WebOptions> {
  const { settings, now, identify, passing, answers } = serving
  return Object.assign(await followLook(shown), {
    context,
    settings,
    now,
    identify,
    ...people.pages,
    submissions,
    guests,
    letters,
    provider: provider?.name,
    follow: () => shown.live.follow(),
    isPassing: (error: unknown) => passing(error) !== undefined,
    answers,
  })
}
