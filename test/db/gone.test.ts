import { mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../support/app.ts'
import { sqliteDatabase } from '../support/database.ts'

const event = { title: 'A', start_date: '2031-03-01', end_date: '2031-03-02' }

test('a database whose file is removed or replaced takes no writes and is not ready, until it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const database = sqliteDatabase(folder)
  const app = await createTestApp({}, { database })
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  const ready = async () => (await app.app.server.inject('/readyz')).statusCode
  const write = async () => {
    const { status, body, headers } = await app.ask({
      as: 'editor',
      method: 'POST',
      path: 'events',
      json: event,
    })
    return [status, body.code, headers['retry-after']]
  }
  const works = async () => expect([await write(), await ready()]).toEqual([[201, undefined, undefined], 200])
  const isRefused = async () =>
    expect([await write(), await ready()]).toEqual([[503, 'rest_database_gone', undefined], 503])

  await works()
  await rename(database.url, `${database.url}.away`)
  await isRefused()
  await writeFile(database.url, '')
  await isRefused()
  await unlink(database.url)
  await rename(`${database.url}.away`, database.url)
  await works()
})
