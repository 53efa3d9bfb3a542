import type { Ledger, Wanted } from './crash.ledger.ts'

/** Where to write, and as whom. */
export interface Target {
  readonly origin: string
  readonly token: string
}

/** Terms that many events share beside their own, so that counts go up and down. */
const shared = ['Music', 'Theatre', 'Sport', 'Markets']

/** One client that makes, changes and removes events of its own, each write begun after the last was answered, until it gets no more answers. */
export async function writeUntilCutOff(
  target: Target,
  ledger: Ledger,
  client: string,
  round: number,
): Promise<void> {
  const own = ledger.ownedBy(client)
  for (let number = 0; ; number += 1) {
    const write = `${client}-${round}-${number}`
    const old = number % 3 === 0 ? undefined : own[Math.floor(Math.random() * own.length)]
    const key = old ?? write
    const wanted = old && number % 4 === 2 ? undefined : wantedBy(write)
    const id = ledger.begin(key, wanted)
    const answer = await send(target, id, key, wanted)
    if (!answer) {
      ledger.cutOff += 1
      return
    }
    ledger.acknowledge(key, answer.id)
    if (!old) own.push(key)
    if (!wanted) own.splice(own.indexOf(key), 1)
  }
}

function wantedBy(write: string): Wanted {
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

/** Writes what is wanted to the event with the id, or to a new one; nothing wanted: removes it. Undefined when the answer does not come whole. */
async function send(
  { origin, token }: Target,
  id: number | undefined,
  key: string,
  wanted: Wanted | undefined,
): Promise<{ id: number } | undefined> {
  const address = `${origin}/vendor/events/v1/events${id === undefined ? '' : `/${id}`}`
  const method = wanted ? 'POST' : 'DELETE'
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(wanted ? bodyOf(key, wanted) : { force: true })
  const answer = await fetch(address, { method, headers, body })
    .then(async (response) => ({ isWell: response.ok, record: (await response.json()) as { id: number } }))
    .catch(() => undefined)
  if (answer?.isWell === false)
    throw new Error(`${method} ${address} was refused: ${JSON.stringify(answer.record)}`)
  return answer?.record
}

function bodyOf(key: string, { organizers, venue, ...own }: Wanted) {
  return {
    ...own,
    // It never changes: the event is found by it.
    website: `https://example.org/${key}`,
    description: `<p>${`${own.title} at ${venue}. `.repeat(20)}</p>`,
    start_date: '2031-05-01 10:00:00',
    end_date: '2031-05-01 12:00:00',
    cost: '10',
    venue: { venue, address: `1 ${venue} Street`, city: 'Exampleton' },
    organizer: organizers.map((organizer) => ({ organizer, email: 'somebody@example.org' })),
  }
}
