import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { App } from './app.ts'

/** How often scheduled publications are looked for, in milliseconds, and so the most by which one is late (D21). */
const publishEvery_ms = 1_000

/** How often venues without coordinates are looked for, in milliseconds. */
const geocodeEvery_ms = 5_000

/** How often series without an end are looked for that need more dates, in milliseconds: a day of them is due once a day. */
const extendEvery_ms = 3_600_000

/** How often mails are looked for that are to be sent, in milliseconds: somebody waits for the link in it. */
const sendEvery_ms = 2_000

/** How often webhooks are looked after, in milliseconds: who is told of a change is told soon. */
const tellEvery_ms = 1_000

/** How often proposals are looked for that have waited too long, in milliseconds: that is counted in days. */
const tendEvery_ms = 600_000

/** How often guests are looked for that are to be told something, in milliseconds: who waits is to know of a free place at once. */
const tendGuestsEvery_ms = 2_000

/** How often it is looked for what is to go out to those who have asked to be told, in milliseconds: who has asked waits for the mail. */
const tendLettersEvery_ms = 2_000

/** How often it is looked for fields of the calendar that have many records change, in milliseconds: that is known without asking. */
const changeFieldsEvery_ms = 1_000

/** How often it is looked for what was changed too long ago, in milliseconds. */
const forgetEvery_ms = 3_600_000
/** How often sources are looked for that are to be imported again, in milliseconds. */
const importEvery_ms = 10_000

/** How often it is looked for what upgrades have left to be done, in milliseconds: also what a process that has ended was at. */
const fillEvery_ms = 60_000

/** After so many milliseconds in which nobody has asked for anything words are gathered all the same. */
const quiet_ms = 5_000

/** What the tasks work on, and where their failures are logged. */
export interface BackgroundParts {
  readonly app: Pick<
    App,
    | 'publishDue'
    | 'geocodeDue'
    | 'extendSeries'
    | 'changeFields'
    | 'sendMails'
    | 'webhooks'
    | 'importDue'
    | 'tendSubmissions'
    | 'tendGuests'
    | 'tendLetters'
    | 'sendLetters'
    | 'sweepFiles'
    | 'prepareLists'
    | 'prepareSearch'
    | 'forgetHistory'
    | 'fillAfterUpgrade'
  >
  readonly log: Logger
  /** Resolves when this process has answered a request. */
  readonly firstAnswer: Promise<void>
  /** Whether this process answers requests, and not its workers. */
  readonly answers: boolean
}

/** What a process logs that could not get ready for the first list or search: it will read what they need when they come. */
export const notPrepared = 'the index of events could not be read'

/** Starts what happens beside the requests; no task runs twice at a time. Answers a function that stops them. */
export function startBackgroundTasks({ app, log, answers, firstAnswer }: BackgroundParts): () => void {
  const ended = new AbortController()
  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work()
    } catch (error) {
      // A task that was stopped halfway is done after the next start.
      if (!ended.signal.aborted) log.error({ err: error }, failure)
    }
  }
  const geocode = oneAtATime(() => attempt(() => app.geocodeDue(), 'coordinates could not be looked up'))
  const publish = oneAtATime(() => attempt(() => app.publishDue(), 'scheduled publication failed'))
  const extend = oneAtATime(() => attempt(() => app.extendSeries(), 'series could not be laid out'))
  const send = oneAtATime(() => attempt(() => app.sendMails(), 'mails could not be sent'))
  const tell = oneAtATime(() => attempt(() => app.webhooks.beginDue(), 'webhooks could not be told'))
  const tend = oneAtATime(() => attempt(() => app.tendSubmissions(), 'proposals could not be tended'))
  const tendGuests = oneAtATime(() => attempt(() => app.tendGuests(), 'guests could not be tended'))
  const tendLetters = oneAtATime(() => attempt(() => app.tendLetters(), 'letters could not be tended'))
  const sendLetters = oneAtATime(() => attempt(() => app.sendLetters(), 'letters could not be sent'))
  const changeFields = oneAtATime(() =>
    attempt(() => app.changeFields(), 'what records say of a field could not be changed'),
  )
  const forget = oneAtATime(() => attempt(() => app.forgetHistory(), 'old changes could not be forgotten'))
  const bring = oneAtATime(() => attempt(() => app.importDue(), 'sources could not be imported again'))
  const fill = oneAtATime(() =>
    attempt(() => app.fillAfterUpgrade(ended.signal), 'the rest of an upgrade could not be done'),
  )
  const timers = [
    setInterval(fill, fillEvery_ms),
    setInterval(changeFields, changeFieldsEvery_ms),
    setInterval(forget, forgetEvery_ms),
    setInterval(publish, publishEvery_ms),
    setInterval(geocode, geocodeEvery_ms),
    setInterval(extend, extendEvery_ms),
    setInterval(send, sendEvery_ms),
    setInterval(tell, tellEvery_ms),
    setInterval(tend, tendEvery_ms),
    setInterval(tendGuests, tendGuestsEvery_ms),
    setInterval(tendLetters, tendLettersEvery_ms),
    setInterval(sendLetters, tendLettersEvery_ms),
    setInterval(bring, importEvery_ms),
  ]
  geocode()
  extend()
  send()
  tend()
  forget()
  fill()
  void attempt(async () => {
    if (answers) {
      await app.prepareLists()
      // To gather words keeps the thread busy for a third of a second of the first one of 10,000 events, while somebody waits for a list.
      await Promise.race([firstAnswer, setTimeout(quiet_ms, undefined, { ref: false, signal: ended.signal })])
    }
    await app.prepareSearch()
  }, notPrepared)
  void attempt(() => sweepFiles(app, log), 'files without a record could not be looked for')
  return () => {
    ended.abort()
    timers.forEach(clearInterval)
  }
}

/** Starts the work unless it is still running: work that takes longer than its interval would pile up. It must not reject. */
function oneAtATime(work: () => Promise<void>): () => void {
  let underWay: Promise<void> | undefined
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
  }
}

/** Removes files that a crash has left without a record. */
async function sweepFiles(app: BackgroundParts['app'], log: Logger): Promise<void> {
  const { removed, partial } = await app.sweepFiles()
  if (removed + partial > 0) log.info({ removed, partial }, 'removed files without a record')
}
