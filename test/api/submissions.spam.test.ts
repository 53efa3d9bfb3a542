import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../support/app.ts'
import { fields, open, submissionsOf } from './submissions.ts'

/** How often somebody sends who means no good: more than the queue has room for, again and again. */
const posts = process.env['TEST_LONG'] === 'whole' ? 10_000 : 1_000

test('a thousand posts of spam leave the queue at its cap, use no ids, send no mails beyond it, and change nothing that anybody else reads', async () => {
  const app = await createTestApp({ ...open, SUBMISSIONS_HOURLY: '100000' })
  onTestFinished(() => app.close())
  const { highestId, mails, propose, proposed, waiting } = submissionsOf(() => app)
  const event = await app.create('events', fields)
  const waits = await proposed({ kind: 'change', event: event.id, fields: { title: 'Other' } })
  const before = await highestId()
  const read = () => app.ask({ path: 'events', query: { start_date: '2031-01-01', end_date: '2033-01-01' } })
  const shown = await read()
  const statuses = new Map<number, number>()
  for (let at = 0; at < posts; at += 1) {
    const { status } = await propose({
      kind: 'new',
      email: `s${at}@example.org`,
      fields: { ...fields, title: `Buy ${at}`, venue: { venue: `Shop ${at}` } },
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const cap = Number(open.SUBMISSIONS_QUEUE)
  expect(Object.fromEntries(statuses)).toEqual({ 202: cap, 429: posts - cap })
  expect(await highestId()).toBe(before)
  expect(await mails()).toHaveLength(cap)
  const stored = await app.db.read.selectFrom('submissions').select('id').execute()
  expect(stored).toHaveLength(cap + 1)
  // What editors have to look at is what it was, and there is room for more of it.
  expect((await waiting()).map(({ id }) => id)).toEqual([waits])
  expect((await propose({ kind: 'new', fields }, 'subscriber')).status).toBe(202)
  // Lists are answered as they were kept: nothing was written that they would have to be made anew for.
  const again = await read()
  expect([again.text, again.headers['etag']]).toEqual([shown.text, shown.headers['etag']])
})
