import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createHost, type Host } from './host.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
let host: Host
beforeAll(async () => {
  app = await createTestApp()
  reader = await createReader(app)
  host = await createHost(reader.origin)
})
afterAll(async () => {
  await host.close()
  await reader.close()
  await app.close()
})

test('no form of another site writes with the password that a browser remembers of an editor', async () => {
  const { id } = await app.create('events', {
    title: 'Kept',
    start_date: '2031-03-10 10:00',
    end_date: '2031-03-10 12:00',
  })
  const target = `${reader.origin}/vendor/events/v1/events/${id}`
  const context = await reader.open()
  const page = await context.newPage()
  // As a person signs in, so that the browser itself remembers it.
  await page.goto(`${reader.origin.replace('//', `//${app.credentials.editor}@`)}/signin`)
  for (const address of [`${target}?_method=DELETE&force=true`, `${target}?title=Gone`]) {
    const form = `<form method="post" action="${address}"><button>Win</button></form>`
    await page.goto(host.page(form))
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.url() === address),
      page.getByRole('button').click(),
    ])
    const response = await request.response()
    const sent = await request.allHeaders()
    expect(sent['authorization']).toMatch(/^Basic /)
    expect(sent['origin']).toBe(host.origin)
    expect(response?.status()).toBe(403)
    expect(await response?.json()).toMatchObject({ code: 'rest_cross_site_write' })
  }
  expect((await app.read(`events/${id}`)).title).toBe('Kept')
  await context.close()
})
