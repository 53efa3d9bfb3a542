import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeSite, wireEvent, wireVenue } from '../imports/fakeSite.ts'
import { createTestApp } from '../support/app.ts'

test('an import is taken back: what it made goes to the trash, what was changed here since stays with its place, and once more changes nothing', async () => {
  const [hall, barn] = [wireVenue(900), wireVenue(901)]
  const events = [1001, 1002, 1003].map((id) => wireEvent(id, { venue: id === 1003 ? barn : hall }))
  const site = await fakeSite({ venues: [hall, barn], events })
  const app = await createTestApp({ IMAGE_HOSTS: new URL(site.origin).host })
  onTestFinished(() => app.close())
  const begun = await app.ask({ as: 'editor', method: 'POST', path: 'imports', json: { url: site.root } })
  const { id } = begun.body
  await vi.waitFor(
    async () => expect((await app.ask({ as: 'editor', path: `imports/${id}` })).body.status).toBe('done'),
    { timeout: 60_000, interval: 50 },
  )
  const undo = (path: string, as: 'editor' | 'author' = 'editor') =>
    app.ask({ as, method: 'POST', path: `imports/${path}/undo` })
  const statuses = async () => {
    const rows = await app.db.read.selectFrom('events').select(['id', 'status']).orderBy('id').execute()
    return rows.map((row) => `${row.id} ${row.status}`)
  }
  const before = ['1001 publish', '1002 publish', '1003 publish']

  const told = await app.read('history', { import: id, per_page: 4 }, 'editor')
  expect(told).toMatchObject({ total: 5, total_pages: 2 })
  expect(told.history.map((act: { records: object[] }) => act.records.length)).toEqual([1, 1, 1, 1])

  await app.ask({ as: 'editor', method: 'POST', path: 'events/1002', json: { title: 'Changed here' } })
  expect((await app.ask({ method: 'POST', path: `imports/${id}/undo` })).status).toBe(401)
  expect((await undo(id, 'author')).status).toBe(403)
  expect(await statuses()).toEqual(before)
  expect((await undo('999999')).status).toBe(400)

  const undone = await undo(id)
  expect(undone.status).toBe(200)
  expect(await statuses()).toEqual(['1001 trash', '1002 publish', '1003 trash'])
  expect((await app.read('events/1002')).title).toBe('Changed here')
  expect((await app.read('events/1002')).venue).toMatchObject({ id: 900 })
  expect(undone.body.kept).toMatchObject([
    { kind: 'event', id: 1002 },
    { kind: 'venue', id: 900 },
  ])
  expect((await app.read('venues', { status: 'publish' })).venues).toMatchObject([{ id: 900 }])
  expect((await undo(id)).body.undone).toBe(0)
  expect(await statuses()).toEqual(['1001 trash', '1002 publish', '1003 trash'])
})
