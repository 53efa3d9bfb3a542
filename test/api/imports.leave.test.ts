import { expect, test, vi } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { fakeSite } from '../imports/fakeSite.ts'
import { appBeside, ask, atRest, form } from '../imports/sources.ts'

interface Difference {
  readonly title: string
  readonly key: string
  readonly field: string
  readonly edited: boolean
}

/** The report of an import once it is done. */
async function done(app: TestApp, id: number) {
  return vi.waitFor(
    async () => {
      const { body } = await ask(app, 'GET', String(id))
      expect(body.status).toBe('done')
      return body.report
    },
    { timeout: 60_000, interval: 25 },
  )
}

test('changes that are not taken are left, alone or a record as a whole, and are not offered again', async () => {
  const app = await appBeside(await fakeSite())
  const rows = (cost: string, about: string, start: string) =>
    `uid;Title;Start;Cost;Description\na;Drawing;${start};${cost};${about}\nb;Singing;2031-12-05 19:00;${cost};${about}\n`
  const file = (text: string) => ({ name: 'ours.csv', text })
  const made = await form(app, 'imports/sources', file(rows('£4', 'First', '2031-12-04 18:00')))
  const { id } = made.body
  await atRest(app, id)
  const report = (job: { body: { id: number } }) => done(app, job.body.id)
  const run = (text: string, more: Record<string, string>) =>
    form(app, `imports/sources/${id}/run`, file(text), more)
  const changed = rows('£12', 'Second', '2031-12-04 20:00')
  const tried = await report(await run(changed, { dry_run: 'true' }))
  const keys = new Map<string, string>(
    tried.differences.map(({ title, key }: { title: string; key: string }) => [title, key]),
  )
  const leave = [
    { kind: 'event', key: keys.get('Drawing'), field: 'cost' },
    { kind: 'event', key: keys.get('Drawing'), field: 'start_wall' },
    { kind: 'event', key: keys.get('Singing') },
  ]
  const { counts } = await report(await run(changed, { leave: JSON.stringify(leave) }))
  expect(counts.event).toMatchObject({ updated: 1, unchanged: 1, removed: 0 })
  await atRest(app, id)
  const asked = { status: 'publish,draft', starts_after: '2031-01-01' }
  expect((await app.read('events', asked, 'editor')).events).toMatchObject([
    { title: 'Drawing', cost: '£4', description: '<p>Second</p>', start_date: '2031-12-04 18:00:00' },
    { title: 'Singing', cost: '£4', description: '<p>First</p>' },
  ])
  const again = await report(await run(changed, { dry_run: 'true' }))
  expect(again.differences).toEqual([])
  expect(again.counts.event).toMatchObject({ updated: 0, unchanged: 2 })
})

test('what somebody has changed here since the import last wrote it is told as such, until the import writes it again', async () => {
  const app = await appBeside(await fakeSite())
  const rows = (cost: string) =>
    `uid;Title;Start;Cost;Venue\na;Drawing;2031-12-04 18:00;${cost};Hall\nb;Singing;2031-12-05 19:00;${cost};Hall\n`
  const file = (text: string) => ({ name: 'ours.csv', text })
  const { id } = (await form(app, 'imports/sources', file(rows('£4')))).body
  await atRest(app, id)
  const edited = async (text: string) => {
    const { body } = await form(app, `imports/sources/${id}/run`, file(text), { dry_run: 'true' })
    return (await done(app, body.id)).differences.map((one: Difference) => [one.title, one.field, one.edited])
  }
  const { events } = await app.read('events', { starts_after: '2031-01-01' })
  const [drawing] = events
  for (const json of [{ cost: '£5' }, { venue: [] }])
    await app.ask({ as: 'editor', method: 'PATCH', path: `events/${drawing.id}`, json })
  const changed = rows('£12').replaceAll('Hall', 'Barn')
  expect(await edited(changed)).toEqual([
    ['Drawing', 'cost', true],
    ['Drawing', 'venues', true],
    ['Singing', 'cost', false],
    ['Singing', 'venues', false],
  ])
  await done(app, (await form(app, `imports/sources/${id}/run`, file(changed))).body.id)
  await atRest(app, id)
  expect(await edited(rows('£13').replaceAll('Hall', 'Barn'))).toEqual([
    ['Drawing', 'cost', false],
    ['Singing', 'cost', false],
  ])
})

test.each([
  ['nonsense', /JSON/],
  ['{}', /list/],
  ['[{"kind":"event"}]', /kind, key and field/],
  ['[{"kind":"stone","key":"a"}]', /kind, key and field/],
  [JSON.stringify(Array.from({ length: 1001 }, () => ({ kind: 'event', key: 'a' }))), /1000/],
])('what is not to be taken is named rightly, or refused (%#)', async (leave, says) => {
  const app = await appBeside(await fakeSite())
  const { body, status } = await form(app, 'imports', { name: 'ours.csv', text: 'Title;Start\n' }, { leave })
  expect(status).toBe(400)
  expect(body.data.params.leave).toMatch(says)
})
