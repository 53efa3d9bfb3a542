import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { twoNodes } from '../support/nodes.ts'
import { deed, list, make, mailingEnvironment, noon, outbox, press, register } from './guests.fixture.ts'

const rounds = 4
const environment = { REGISTRATION_HOURLY: '1000000' }

/** Does these at once, on either node in turn, beginning with the first or the second. */
async function atOnce<Result>(round: number, deeds: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const inTurn = round % 2 === 0 ? deeds : deeds.toReversed()
  const done = await Promise.all(inTurn.map((each) => each()))
  return round % 2 === 0 ? done : done.toReversed()
}

/** Who is there, with what has become of them; what is taken of it is told alike by both nodes. */
async function standing(nodes: readonly TestApp[], id: number): Promise<Record<string, string>> {
  const told = await Promise.all(
    nodes.map(async (node) => {
      const state = 'requested,registered,waiting,offered,canceled,expired'
      const guests: { name: string; state: string; party: number }[] = await list(node, id, { state })
      const { registration } = await node.read(`events/${id}`, {}, 'administrator')
      const taking = guests.filter((guest) => guest.state === 'registered' || guest.state === 'offered')
      expect(registration.taken).toBe(taking.reduce((sum, { party }) => sum + party, 0))
      return Object.fromEntries(guests.map((guest) => [guest.name, guest.state]))
    }),
  )
  expect(told[0]).toEqual(told[1])
  return told[0] ?? {}
}

test('who cancels while somebody registers leaves the place to the first in line', async () => {
  const nodes = await twoNodes(environment)
  const [one, other] = nodes
  for (let round = 0; round < rounds; round += 1) {
    const id = await make(one, { capacity: 1 })
    const { body: ada } = await register(one, id, { name: 'Ada' })
    await register(other, id, { name: 'Ben' })
    const [gone, come] = await atOnce(round, [
      () => press(one, ada.url, 'cancel'),
      () => register(other, id, { name: 'Cy' }),
    ])
    expect([gone?.status, come?.status]).toEqual([303, 201])
    expect(await standing(nodes, id)).toEqual({ Ada: 'canceled', Ben: 'registered', Cy: 'waiting' })
  }
})

test('two who take the last place at once: one has it', async () => {
  const nodes = await twoNodes(environment)
  const [one, other] = nodes
  for (let round = 0; round < rounds; round += 1) {
    const id = await make(one, { capacity: 3, party_max: 2, waiting_list: false })
    await register(one, id, { name: 'Ada', party: 2 })
    const come = await atOnce(round, [
      () => register(one, id, { name: 'Ben' }),
      () => register(other, id, { name: 'Cy' }),
    ])
    expect(come.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(Object.values(await standing(nodes, id))).toEqual(['registered', 'registered'])
  }
})

test('two editors who approve, give or fill the last place at once: one does, and the other is told', async () => {
  const nodes = await twoNodes(environment)
  const [one, other] = nodes
  for (let round = 0; round < rounds; round += 1) {
    const id = await make(one, { mode: 'approval', capacity: 1 })
    for (const name of ['Ada', 'Ben']) await register(one, id, { name })
    const [ada, ben] = await list(one, id)
    const approved = await atOnce(round, [
      () => deed(one, ada.id, 'approve'),
      () => deed(other, ben.id, 'approve'),
    ])
    expect(new Set(approved.map(({ body }) => body.state))).toEqual(new Set(['registered', 'waiting']))
    expect(new Set(Object.values(await standing(nodes, id)))).toEqual(new Set(['registered', 'waiting']))
    // The same deed twice is done once.
    const [first, second] = await atOnce(round, [
      () => deed(one, ada.id, 'cancel'),
      () => deed(other, ada.id, 'cancel'),
    ])
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(await standing(nodes, id)).toMatchObject({ Ada: 'canceled', Ben: 'registered' })
  }
  const id = await make(one, { capacity: 2, party_max: 3 })
  for (const name of ['Ada', 'Ben', 'Cy', 'Di']) await register(one, id, { name })
  const [ada, ben, cy, di] = await list(one, id)
  await deed(one, ada.id, 'cancel')
  // Ben and Cy have a place now; both editors give Di one, and only who forces it may.
  const [refused, forced] = await atOnce(0, [
    () => deed(one, di.id, 'place'),
    () => deed(other, di.id, 'place', { force: true }),
  ])
  expect([200, 409]).toContain(refused?.status)
  expect(forced?.status).toBe(200)
  expect(await standing(nodes, id)).toMatchObject({ Ben: 'registered', Cy: 'registered', Di: 'registered' })
  // A change by who has read what is no longer so is told.
  const etag = (await one.ask({ as: 'editor', path: `guests/${ben.id}` })).headers['etag'] ?? ''
  const changed = await atOnce(0, [
    () => change(one, ben.id, etag, { note: 'One' }),
    () => change(other, ben.id, etag, { note: 'Two' }),
  ])
  expect(changed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  // Larger parties at once do not pass the places.
  await deed(one, di.id, 'cancel')
  await one.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${id}`,
    json: { registration: { capacity: 3 } },
  })
  const grown = await atOnce(0, [
    () => change(one, ben.id, '*', { party: 2 }),
    () => change(other, cy.id, '*', { party: 2 }),
  ])
  expect(grown.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

const change = (node: TestApp, id: number, etag: string, json: object) =>
  node.ask({ as: 'editor', method: 'PATCH', path: `guests/${id}`, headers: { 'if-match': etag }, json })

test('an offer that is taken, or given by an editor, as it ends is one or the other, and is made to the next once', async () => {
  const nodes = await twoNodes(await mailingEnvironment())
  const [one, other] = nodes
  for (let round = 0; round < rounds; round += 1) {
    for (const node of nodes) node.setNow(noon)
    const id = await make(one, { capacity: 1, offer_hours: 1 })
    for (const name of ['Ada', 'Ben', 'Cy'])
      await register(one, id, { name, email: `${name}.${round}@example.org` })
    const [ada, ben, cy] = await list(one, id)
    for (const { url } of [ada, ben, cy]) await press(one, url, 'confirm')
    await press(one, ada.url, 'cancel')
    expect(await standing(nodes, id)).toEqual({ Ada: 'canceled', Ben: 'offered', Cy: 'waiting' })
    for (const node of nodes) node.setNow(noon.add({ hours: 1 }))
    const byEditor = round % 4 < 2
    const [, , taken] = await atOnce<unknown>(round, [
      () => one.app.tendGuests(),
      () => other.app.tendGuests(),
      async () => (byEditor ? deed(other, ben.id, 'place') : press(other, ben.url, 'accept')),
    ])
    const isTaken = (taken as { status: number }).status < 400
    expect(await standing(nodes, id)).toEqual(
      isTaken
        ? { Ada: 'canceled', Ben: 'registered', Cy: 'waiting' }
        : { Ada: 'canceled', Ben: 'expired', Cy: 'offered' },
    )
    for (const node of nodes) await node.app.tendGuests()
    const offers = (await outbox(one)).filter(
      ({ recipient, subject }) =>
        recipient.startsWith(`Cy.${round}`) && subject.startsWith('A place is free'),
    )
    expect(offers).toHaveLength(isTaken ? 0 : 1)
  }
})
