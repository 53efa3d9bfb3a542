import { setTimeout } from 'node:timers/promises'
import type { Service } from '../../test/support/service.ts'
import type { DataSet } from '../dataSets.ts'

/** Answers that were looked at right after a change was acknowledged. */
export interface Looks {
  readonly all: number
  /** How many of them did not show the change. */
  readonly stale: number
}

const root = '/vendor/events/v1'

/** Events that are changed in turns, so that what was kept of each is asked for again. */
const changed = 20

/** How often each change is looked at, by its address and in a list: often enough that every process is asked. */
const looksAtEach = 6

/** The time from one change to the next, in milliseconds: few enough that reads are what is measured. */
const pause_ms = 200

/** Changes events while the work is done, and looks at each as soon as the change is acknowledged. */
export async function watchWrites<Result>(
  service: Service,
  { credentials }: DataSet,
  work: () => Promise<Result>,
): Promise<{ result: Result; looks: Looks }> {
  const authorization = `Basic ${Buffer.from(credentials.administrator).toString('base64')}`
  const ids = await someEvents(service)
  const { promise: ended, resolve } = Promise.withResolvers<'ended'>()
  const watching = (async () => {
    let [all, stale] = [0, 0]
    for (let number = 0; (await Promise.race([ended, setTimeout(pause_ms)])) !== 'ended'; number += 1) {
      const id = ids[number % ids.length]
      const title = `Title ${number}`
      await answered(service, `/events/${id}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      })
      const seen = await Promise.all(Array.from({ length: looksAtEach }, () => titlesOf(service, id)))
      all += seen.flat().length
      stale += seen.flat().filter((one) => one !== title).length
    }
    return { all, stale }
  })()
  const result = await work().finally(() => resolve('ended'))
  return { result, looks: await watching }
}

interface Titled {
  readonly id: number
  readonly title: string
}

async function someEvents(service: Service): Promise<number[]> {
  const { events } = (await answered(service, `/events?per_page=${changed}`)) as { events: Titled[] }
  return events.map(({ id }) => id)
}

/** What the event is called at its own address, and in a list. */
async function titlesOf(service: Service, id: number | undefined): Promise<(string | undefined)[]> {
  const alone = (await answered(service, `/events/${id}`)) as Titled
  const list = (await answered(service, `/events?include=${id}`)) as { events: Titled[] }
  return [alone.title, list.events[0]?.title]
}

/** Each time on a connection of its own, so that the processes take turns. Throws unless it succeeds. */
async function answered(service: Service, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { ...init.headers, connection: 'close' }
  const answer = await fetch(`${service.origin}${root}${path}`, { ...init, headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
