import { randomUUID } from 'node:crypto'
import { followingOf, keepingOf } from './app.changes.ts'
import { momentOf, serveFigures } from './app.figures.ts'
import { accountOf, mcpParts } from './app.assistants.ts'
import { letterDeliveryOf, letterPartsOf } from './app.letters.ts'
import { Letters } from '../records/letters/letters.ts'
import { contextOf, type Finding } from './app.context.ts'
import { peopleOf, type Proofs, proofsOf } from './app.people.ts'
import { rootsOf, serverSettings } from './app.settings.ts'
import { guestsOf, submissionsOf } from './app.submissions.ts'
import { webhookDeliveryOf, webhookRoutesOf } from './app.webhooks.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { actorOf } from '../http/auth/actor.ts'
import { createIdentify } from '../http/auth/identify.ts'
import { epochSeconds } from '../pure/calendar/text.ts'
import type { Config } from '../config/config.ts'
import { changeRest } from '../records/own/own.changing.write.ts'
import { runBackfills } from '../storage/db/backfills.ts'
import type { Database } from '../storage/db/dialect.ts'
import { actAs, acting, attempt } from '../storage/db/transactions.ts'
import { publishDue } from '../records/events/events.publish.write.ts'
import { extendSeries } from '../records/series/series.extend.write.ts'
import { type Swept, sweep } from '../storage/files/sweep.ts'
import { uploadTime_ms } from '../storage/files/store.ts'
import { createGeocoder, type Geocoder } from '../records/geocoding/geocoding.worker.ts'
import { AnswerCache } from '../http/answers.ts'
import { keepApart } from '../http/reservedPaths.ts'
import { describeRoute } from '../http/discovery.ts'
import { findTraces } from '../http/traces.ts'
import { packageVersion } from '../config/version.ts'
import { noteIn, type Note } from '../http/requestLog.ts'
import { createServer } from '../http/server.ts'
import type { AnswerParts, ServerParts } from '../http/serverParts.ts'
import { importsOf } from '../outward/imports/imports.scheduler.ts'
import { knownFiles } from '../records/media/media.query.ts'
import { createMailDelivery } from '../people/mail/mail.delivery.ts'
import { transportOf } from '../people/mail/mail.transport.ts'
import { registerMcp } from '../outward/mcp/mcp.routes.ts'
import type { McpParts } from '../outward/mcp/mcp.server.ts'
import { tellUnreadable } from '../pure/text/stored.ts'
import { warningIn } from './log.ts'
import { builtInNames } from './surface.fields.ts'
import type { GuestDeed } from '../people/metrics/guests.ts'
import type { Figure } from '../people/metrics/figures.ts'
import { Metrics } from '../people/metrics/metrics.ts'
import { counted } from '../people/metrics/writes.ts'
import { LiveSettings } from '../people/settings/settings.live.ts'
import { backupsIn } from '../people/system/backups.ts'
import { passingCode } from './temporaryErrors.ts'
import { surfaceOf } from './surface.ts'
import { membersOf } from './surface.schemas.ts'
import type { WebhookDelivery } from '../records/webhooks/webhooks.delivery.ts'
import { themeOf } from '../outward/web/look.ts'
import type { Shown } from '../people/settings/settings.live.ts'
import { rootStrategy } from '../outward/web/pages.ts'
import { serveBeside } from './app.web.ts'

/** What an app is made of. */
export interface Parts {
  readonly config: Config
  /** Where it is counted what is done. */
  readonly metrics?: Metrics | undefined
  /** The figures of all processes of the service, where there are several; by default those of this one. */
  readonly figuresOfAll?: (() => Promise<string>) | undefined
  readonly db: Database
  readonly log: FastifyBaseLogger
  /** Where requests are noted once they have been answered; by default in the log, a line each. */
  readonly noteRequest?: Note | undefined
  readonly now: () => Temporal.Instant
  /** By what lists are found; by default it is kept in files. */
  readonly finding?: Finding | undefined
}

/** A server, and the work that is done beside its requests. */
export interface App {
  readonly server: FastifyInstance
  /** Publishes the scheduled events that are due (D21); answers how many. */
  publishDue(): Promise<number>
  /** Lays out the next dates of series without an end; answers how many. */
  extendSeries(): Promise<number>
  /** Removes files that a crash left without a record; answers what it found. */
  sweepFiles(): Promise<Swept>
  /** Looks up the coordinates of venues that only have an address, if a geocoder is set; answers for how many. */
  geocodeDue(): Promise<number>
  /** Forgets what was changed too long ago; answers how much. */
  forgetHistory(): Promise<number>
  /** Does what an upgrade has left to be done beside the requests, until it is told to end; answers for how many records. */
  fillAfterUpgrade(signal: AbortSignal): Promise<number>
  /** Goes on with what fields of the calendar have many records change; answers how many it has changed. */
  changeFields(): Promise<number>
  /** Sends the mails that are due; answers how many. */
  sendMails(): Promise<number>
  /** What tells webhooks. */
  readonly webhooks: WebhookDelivery
  /** Removes proposals that have waited too long, and tells editors what waits; answers how many it removed or cleared. */
  tendSubmissions(): Promise<number>
  /** Ends what guests have not confirmed or taken, tells them what there is to tell, and erases who was here long ago; answers how many. */
  tendGuests(): Promise<number>
  /** Writes the mails about what visitors ask to be told, and forgets what is over; answers how much was dealt with. */
  tendLetters(): Promise<number>
  /** Makes the letters that are due, and sends what waits and may be sent in this minute; answers how many were sent. */
  sendLetters(): Promise<number>
  /** Begins the imports of sources that are due; answers how many. */
  importDue(): Promise<number>
  /** Reads what lists are chosen by, so that the first one need not wait for it: each process has its own. */
  prepareLists(): Promise<void>
  /** Gathers the words of events in their file, which the processes of a folder share. */
  prepareSearch(): Promise<void>
  /** What assistants are answered from. */
  readonly assistants: McpParts
  /** What this process has counted, and how it stands. */
  readonly figures: () => Promise<Figure[]>
  /** Lets running requests end, then writes what still waits. The database stays open. */
  close(): Promise<void>
}

/** Puts the rooms together into a server. */
export async function createApp(given: Parts): Promise<App> {
  const metrics = given.metrics ?? new Metrics()
  const parts = { ...given, db: counted(given.db, metrics.writes) }
  const { config, db, log, now } = parts
  await findTraces(packageVersion())
  tellUnreadable((message, err) => log.warn({ err }, message))
  const live = new LiveSettings(db, config)
  await live.follow()
  const geocoder = geocoderOf(parts)
  const theme = await themeOf(config)
  const proofs = proofsOf({ ...parts, metrics })
  const rooms = await roomsOf(parts, geocoder, {
    live,
    theme,
    recent: metrics.recent,
    counted: metrics.guests,
    ...proofs,
  })
  const {
    context,
    answering,
    documents,
    importer,
    scheduler,
    backups,
    submissions,
    guests,
    letters,
    following,
    webhooks,
  } = rooms
  const messages = webhookDeliveryOf(webhooks, { now, metrics, follow: () => live.follow() })
  const mails = createMailDelivery({
    db,
    now,
    log: (message) => log.warn(message),
    count: (outcome) => metrics.deliveries.note('mail', outcome),
    transport: transportOf(live.config),
  })
  const sending = letterDeliveryOf(letters.parts, live.config, metrics)
  const identify = createIdentify(proofs.authenticator, config)
  const serving: ServerParts = {
    ...answering,
    identify: async (sender, looking) => {
      const caller = await metrics.watchLogin(identify(sender, looking))
      actAs(actorOf(caller, now()))
      return caller
    },
    note: metrics.before(parts.noteRequest ?? noteIn(log)),
    answers: new AnswerCache(config.answerCache),
    revision: () => db.revision(),
    heldUntil: (since, depends) => context.index.heldUntil(since, depends),
    strategy: rootStrategy,
  }
  const server = createServer(serving)
  keepApart(server, rootsOf(config))
  const figures = async () => metrics.figures(await momentOf(server, parts))
  // What the service does by itself is nobody’s.
  const byClock = <Result>(work: () => Promise<Result>) =>
    acting({ userId: 0, via: 'clock', at: epochSeconds(now()) }, work)
  serveFigures(server, parts, figures)
  const people = peopleOf({ ...parts, ...proofs, context, live })
  const { provider } = proofs
  await serveBeside(server, parts, {
    context,
    serving,
    documents,
    people,
    submissions,
    guests,
    letters,
    provider,
    live,
    theme,
  })
  const by = randomUUID()
  const assistants = mcpParts(answering, { config: live.config, context, log })
  if (assistants.mode !== 'off')
    registerMcp(server, serving, { parts: assistants, account: accountOf(parts, provider) })
  return {
    server,
    assistants,
    figures,
    publishDue: () => byClock(() => publishDue(context, now())),
    extendSeries: async () => {
      await live.follow()
      return byClock(() => extendSeries(context, now()))
    },
    sweepFiles: () =>
      sweep(context.media.store, (keys) => knownFiles(db.read, keys), {
        olderThan_ms: uploadTime_ms,
        now: now(),
      }),
    geocodeDue: () => byClock(() => geocoder.geocodeDue()),
    forgetHistory: () => rooms.keeping.forget(),
    fillAfterUpgrade: (signal) => runBackfills(db, { by, now, signal }),
    changeFields: async () => {
      await live.follow()
      const isUnderWay = context.declared.all.some(({ changing }) => changing !== null)
      return isUnderWay ? changeRest(db, { now: () => epochSeconds(now()) }) : 0
    },
    sendMails: async () => {
      await live.follow()
      return mails.sendDue()
    },
    webhooks: messages,
    tendSubmissions: async () => {
      await live.follow()
      return submissions.tend()
    },
    tendGuests: () =>
      byClock(async () => {
        await live.follow()
        return guests.tend()
      }),
    tendLetters: async () => {
      if (letters.isAtRest()) return 0
      await live.follow()
      return letters.tend()
    },
    sendLetters: async () => {
      if (sending.isAtRest()) return 0
      let sent = 0
      for (let some = 1; some > 0; sent += some) {
        await live.follow()
        some = await byClock(() => sending.sendDue())
      }
      return sent
    },
    importDue: async () => {
      await live.follow()
      await importer.endLost()
      return scheduler.runDue()
    },
    prepareLists: async () => {
      await context.index.current()
    },
    prepareSearch: () => context.words.fill(),
    close: async () => {
      // Who waits for a change is answered, or the server would wait for them.
      following.close()
      await Promise.all([server, geocoder, importer, mails, messages, sending].map((each) => each.close()))
      await Promise.all([people.settled(), backups.settled()])
      await proofs.authenticator.close()
      // Filling the file of words would hold up the columns, which the next start is quick by.
      await context.words.close()
      await context.index.close()
    },
  }
}

function geocoderOf({ config, db, log, now }: Parts) {
  return createGeocoder({
    db,
    now,
    log: warningIn(log),
    url: config.geocoderUrl,
    email: config.geocoderEmail,
    siteUrl: config.siteUrl,
    interval_ms: config.geocoderIntervalMs,
  })
}

type Told = Pick<Metrics, 'recent'> & { readonly counted: Metrics['guests'] }

/** The rooms, and the work that is done beside their requests. */
async function roomsOf({ db, log, now, finding }: Parts, geocoder: Geocoder, shown: Shown & Proofs & Told) {
  const { live } = shown
  const warn = (err: unknown, message: string) => log.warn({ err }, message)
  const findPlace = (text: string) => geocoder.find(text)
  const context = await contextOf({ config: live.config, db, now, warn, findPlace, finding, live })
  context.index.readAhead()
  const { importer, scheduler } = importsOf(
    { context, now, builtIn: builtInNames, log: warningIn(log) },
    live.config,
  )
  const backups = backupsIn(live.config)
  const submissions = await submissionsOf({ db, now }, context, live.config)
  const count = (deed: GuestDeed, times?: number) => shown.counted.note(deed, times)
  const guests = await guestsOf({ db, now, count }, context, live.config)
  const lettersParts = { now, log: (message: string) => log.warn(message) }
  const letters = new Letters(await letterPartsOf(lettersParts, context, shown))
  const following = await followingOf({ config: live.config, now }, context)
  const keeping = keepingOf({ db, now, config: live.config, log: warningIn(log) })
  const webhooks = webhookRoutesOf({ config: live.config, log: (message) => log.warn(message) }, context)
  const parts = {
    importer,
    scheduler,
    submissions,
    guests,
    letters,
    following,
    webhooks,
    now,
    backups,
    ...shown,
  }
  const { resources, root, documents } = surfaceOf(live.config, context, parts)
  const answering: AnswerParts = {
    settings: serverSettings(live.config),
    log,
    now,
    resources,
    rootResources: root,
    passing: passingCode,
    attempt: async (work) => {
      await live.follow()
      return attempt(work)
    },
    describe: describeRoute,
    membersOf,
    repeats: keeping.repeats,
  }
  return {
    context,
    keeping,
    answering,
    documents,
    importer,
    scheduler,
    backups,
    submissions,
    guests,
    letters,
    following,
    webhooks,
  }
}
