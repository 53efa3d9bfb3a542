/** An event as its maker wants it: everything in it is named after the write that made it so. */
export interface Wanted {
  readonly title: string
  readonly status: string
  readonly venue: string
  readonly organizers: readonly string[]
  readonly categories: readonly string[]
  readonly tags: readonly string[]
}

/** What may be found under a key: an event, or none. The first is what was acknowledged last; a second one was cut off. */
export type Possible = readonly [Wanted | undefined] | readonly [Wanted | undefined, Wanted | undefined]

/** What the clients know about every event they ever made, by its key. */
export type Ledger = Map<string, { id: number | undefined; possible: Possible }>

/** How a load went. */
export interface Tally {
  acknowledged: number
  cutOff: number
}

/** Terms that many events share beside their own, so that counts go up and down. */
const shared = ['Music', 'Theatre', 'Sport', 'Markets']

interface Target {
  readonly origin: string
  readonly token: string
}

/** One client that makes, changes and removes events of its own, each write begun after the last was answered, until it gets no more answers. */
export async function writeUntilCutOff(target: Target, ledger: Ledger, name: string, tally: Tally): Promise<void> {
  const own: string[] = []
  for (let number = 0; ; number += 1) {
    const old = number % 3 === 0 ? undefined : own[Math.floor(Math.random() * own.length)]
    const key = old ?? `${name}-${number}`
    if (!old) own.push(key)
    const wanted = old && number % 7 === 5 ? undefined : wantedAs(`${name}-${number}`)
    const entry = ledger.get(key) ?? { id: undefined, possible: [undefined] as const }
    ledger.set(key, { ...entry, possible: [entry.possible[0], wanted] })
    const answer = await send(target, entry.possible[0] && entry.id, key, wanted)
    if (!answer) {
      tally.cutOff += 1
      return
    }
    tally.acknowledged += 1
    ledger.set(key, { id: answer.id, possible: [wanted] })
    if (!wanted) own.splice(own.indexOf(key), 1)
  }
}

function wantedAs(write: string): Wanted {
  const turn = Math.floor(Math.random() * shared.length)
  return {
    title: `Event ${write}`,
    status: Math.random() < 0.7 ? 'publish' : 'draft',
    venue: `Venue ${write}`,
    organizers: [`Organizer ${write} a`, `Organizer ${write} b`],
    categories: [`Category ${write}`, shared[turn] ?? ''].toSorted(),
    tags: [`Tag ${write}`, shared[(turn + 1) % shared.length] ?? ''].toSorted(),
  }
}

/** Writes what is wanted to the event with the id, or to a new one; nothing wanted: removes it. Answers once all of the answer is there. */
async function send({ origin, token }: Target, id: number | undefined, key: string, wanted: Wanted | undefined): Promise<{ id: number } | undefined> {
  const address = `${origin}/vendor/events/v1/events${id === undefined ? '' : `/${id}`}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = wanted ? { method: 'POST', headers, body: JSON.stringify(bodyOf(key, wanted)) } : { method: 'DELETE', headers, body: '{"force": true}' }
  try {
    const answer = await fetch(address, init)
    const body = (await answer.json()) as { id: number }
    if (answer.ok) return body
    throw new Refused(`${init.method} ${address} was answered with ${answer.status}: ${JSON.stringify(body)}`)
  } catch (error) {
    if (error instanceof Refused) throw error
    return undefined
  }
}

class Refused extends Error {}

function bodyOf(key: string, { organizers, venue, ...own }: Wanted) {
  return {
    ...own,
    // Neither writes nor the trash change it: the event is found by it.
    website: `https://example.org/${key}`,
    description: `<p>${`${own.title} at ${venue}. `.repeat(20)}</p>`,
    start_date: '2031-05-01 10:00:00',
    end_date: '2031-05-01 12:00:00',
    cost: '10',
    venue: { venue, address: `1 ${venue} Street`, city: 'Exampleton' },
    organizer: organizers.map((organizer) => ({ organizer, email: 'somebody@example.org' })),
  }
}
