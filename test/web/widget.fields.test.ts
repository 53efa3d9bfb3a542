import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { faultsOf } from './axe.ts'
import { createHost, type Host } from './host.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
let host: Host
const now = Temporal.Instant.from('2031-03-10T12:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(now)
  const options = ['one', 'two', 'three'].map((value) => ({
    value,
    label: { en: `${value} <i>`, de: `${value} deutsch` },
  }))
  for (const field of [
    { name: 'audience', type: 'choices', label: 'For whom', options },
    { name: 'signed', type: 'boolean', label: { en: 'Signed', de: 'Gebärdet' } },
    { name: 'desk', type: 'choice', label: 'Desk', options, public: false },
  ])
    expect((await app.ask({ method: 'POST', path: 'fields', as: 'administrator', json: field })).status).toBe(
      201,
    )
  const fields = { audience: ['one', 'two', 'three'], signed: true, desk: 'one' }
  await app.create('events', {
    title: 'Late Dance',
    start_date: '2031-03-14 22:00',
    end_date: '2031-03-15 03:00',
    fields,
  })
  reader = await createReader(app)
  host = await createHost(reader.origin)
})
afterAll(async () => {
  await reader.close()
  await host.close()
  await app.close()
})

/** A page of another site with a widget, once it has loaded. */
async function look(attributes: string): Promise<Page> {
  const page = await (await reader.open({ locale: 'en-GB' })).newPage()
  await page.clock.setFixedTime(now.epochMilliseconds)
  const element = `<kalends-calendar src="${reader.origin}/" ${attributes}></kalends-calendar>`
  await page.goto(host.page(`<script async src="${reader.origin}/widget.js"></script>${element}`))
  await page.locator('kalends-calendar .title').first().waitFor()
  return page
}

const chips = (page: Page) => page.locator('kalends-calendar li[part=field]').allTextContents()

test('it shows what events say in the fields that it is told, in the language of its reader, and asks for no more without', async () => {
  const page = await look('fields="audience, signed, desk, none"')
  expect(await chips(page)).toEqual(['one <i>', 'two <i>', 'Signed'])
  expect(await faultsOf(page)).toEqual([])
  expect(await chips(await look('lang="de" view="cards" fields="signed,audience"'))).toEqual([
    'Gebärdet',
    'one deutsch',
    'two deutsch',
  ])
  expect(await chips(await look(''))).toEqual([])
})

test('who makes the code chooses of which fields, with a script or without, and keeps what the address says', async () => {
  const page = await (await reader.open({ locale: 'en-GB' })).newPage()
  await page.goto('/widget')
  const group = page.getByRole('group', { name: 'Also show' })
  expect(await group.getByRole('checkbox').count()).toBe(2)
  await group.getByLabel('For whom').check()
  await group.getByLabel('Signed').check()
  await page.getByText('fields="audience,signed"').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  const { text } = await app.ask({ path: '/widget?fields=signed&fields=audience', absolute: true })
  expect(text).toContain('fields=&quot;signed,audience&quot;')
  expect(text.match(/name="fields"\s+value="\w+"\s+checked/g)).toHaveLength(2)
})
