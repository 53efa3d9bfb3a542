import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { startMailServer } from '../support/mailServer.ts'
import { type Service, startService } from '../support/service.ts'

/** How many guests are told that their event has moved, are offered a place, and are reminded. */
const people = { moved: 500, offered: 60, reminded: 60 }

/** How often, and how long after the last time it is killed, in milliseconds. */
const kills = { count: 4, shortest_ms: 150, longest_ms: 900 }

/** Puts guests down, as they would be who have come two days ago. */
async function fillGuests(db: Database, event_id: number, state: 'registered' | 'waiting', count: number) {
  const at = Math.floor(Date.now() / 1000) - 2 * 86_400
  const rows = Array.from({ length: count }, (_, index) => ({
    event_id,
    number: index + 1,
    state,
    name: `Guest ${index}`,
    email: `g${index}-${event_id}@example.org`,
    email_folded: `g${index}-${event_id}@example.org`,
    answers: '{}',
    note: '',
    locale: '',
    code: String(index).padStart(6, '0'),
    tell: '' as const,
    created_at: at,
    changed_at: at,
  }))
  await db.write(async (tx) => {
    for (let from = 0; from < rows.length; from += 100)
      await tx
        .insertInto('guests')
        .values(rows.slice(from, from + 100))
        .execute()
    await tx
      .updateTable('events')
      .set({ registration_taken: state === 'registered' ? count : 0 })
      .where('id', '=', event_id)
      .execute()
  })
}

test('whoever is to be told of a change, offered a place or reminded is told so once, however often the process is killed', async () => {
  const mails = await startMailServer()
  const environment = {
    SMTP_URL: `smtp://localhost:${mails.port}`,
    MAIL_FROM: 'calendar@example.org',
    SITE_URL: 'http://localhost',
  }
  const first = await startService({ environment })
  onTestFinished(() => first[Symbol.asyncDispose]())
  let running: Service = first
  // Before the data go with the first.
  onTestFinished(async () => {
    await running.end()
  })
  const db = await openDatabase(first.database.url)
  onTestFinished(() => db.close())
  const send = async (path: string, json: object) => {
    const answer = await fetch(`${running.origin}/vendor/events/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(first.credentials.administrator).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(json),
    })
    const body = (await answer.json()) as { id: number }
    expect(answer.status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const wall = (hours: number) =>
    Temporal.Now.zonedDateTimeISO('UTC').add({ hours }).toPlainDateTime().toString().slice(0, 19)
  const event = (hours: number, registration: object) =>
    send('events', {
      title: 'Masks',
      timezone: 'UTC',
      start_date: wall(hours),
      end_date: wall(hours + 1),
      registration: { reminder: false, ...registration },
    })
  const moved = await event(1000, {})
  const offered = await event(1000, { capacity: 0 })
  const reminded = await event(20, { reminder: true })
  await fillGuests(db, moved.id, 'registered', people.moved)
  await fillGuests(db, offered.id, 'waiting', people.offered)
  await fillGuests(db, reminded.id, 'registered', people.reminded)
  await send(`events/${moved.id}`, { start_date: wall(999) })
  // The minute in which another change may follow is over.
  await db.write((tx) => tx.updateTable('guest_notices').set({ due_at: 0 }).execute(), 'aside')
  await send(`events/${offered.id}`, { registration: { capacity: people.offered } })

  for (let kill = 0; kill < kills.count; kill += 1) {
    await sleep(kills.shortest_ms + Math.random() * (kills.longest_ms - kills.shortest_ms))
    await running.end('SIGKILL')
    running = await startService({ environment, at: first, keepsData: true })
    // What was being sent waits for nobody else.
    await db.write((tx) => tx.updateTable('mail_outbox').set({ next_try_at: 0 }).execute(), 'aside')
  }
  const all = people.moved + people.offered + people.reminded
  const ids = () => new Set(mails.taken.map(({ messageId }) => messageId))
  await expect.poll(() => ids().size, { timeout: 300_000 }).toBeGreaterThanOrEqual(all)
  await sleep(3000)
  // A mail that was taken as its sender was killed may come again, as the same one.
  const byId = new Map(mails.taken.map((mail) => [mail.messageId, mail]))
  const told = [...byId.values()].map(({ subject, envelope }) => `${subject} ${envelope.to.join()}`)
  const wanted = [
    [moved.id, people.moved, 'It has changed: Masks'],
    [offered.id, people.offered, 'A place is free for you: Masks'],
    [reminded.id, people.reminded, 'Tomorrow: Masks'],
  ] as const
  expect(told.toSorted()).toEqual(
    wanted
      .flatMap(([id, count, subject]) =>
        Array.from({ length: count }, (_, index) => `${subject} g${index}-${id}@example.org`),
      )
      .toSorted(),
  )
})
