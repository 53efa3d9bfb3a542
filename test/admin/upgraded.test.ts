import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { playProgram } from '../../src/storage/db/migrate.ts'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp

const sit = openOffice({}, async (made) => {
  app = made
})

test('after an upgrade it is seen how far back one can go, how far it is, and the copy from before it', async () => {
  onTestFinished(playProgram({ version: '1.1.0' }))
  await app.create('backups', {})
  const { backups } = await app.read('backups', {}, 'administrator')
  const { name } = backups[0]
  const copy = name.replace(/^kalends(-.*)\.db$/, 'before-1.1.0$1-r7.db')
  await rename(join(app.folder, 'backups', name), join(app.folder, 'backups', copy))
  const fill = async (value: string) =>
    app.db.write(async (tx) => {
      await tx.deleteFrom('installation').where('name', '=', 'backfill:0099-house-keys').execute()
      await tx.insertInto('installation').values({ name: 'backfill:0099-house-keys', value }).execute()
    }, 'aside')
  await fill('{"done":690,"of":2000}')
  const page = await sit('administrator')
  await page.goto('/admin/system')
  await page.getByText('Can go back to 0.1').waitFor()
  await page.getByText('Bringing up to date: 34% (house keys)').waitFor()
  const row = page
    .getByRole('region', { name: 'Backups' })
    .getByRole('listitem')
    .filter({ hasText: 'before 1.1.0' })
  const downloading = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe(copy)
  expect(await faultsOf(page)).toEqual([])
  await app.db.write(
    (tx) => tx.deleteFrom('installation').where('name', 'like', 'backfill:%').execute(),
    'aside',
  )
  await page.reload()
  await page.getByText('Can go back to 0.1').waitFor()
  expect(await page.getByText('Bringing up to date').count()).toBe(0)
})
