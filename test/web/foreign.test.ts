import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createHost, type Host } from './host.ts'
import { createReader, type Reader } from './reader.ts'
import { giveOwnPassword, ownPassword } from '../support/signedIn.ts'

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

test('no form and no script of another port or host writes as an editor who has signed in, by any method or override', async () => {
  const { id } = await app.create('events', {
    title: 'Kept',
    start_date: '2031-03-10 10:00',
    end_date: '2031-03-10 12:00',
  })
  const login = await giveOwnPassword(app, 'editor')
  const target = `${reader.origin}/vendor/events/v1/events/${id}`
  const context = await reader.open()
  const page = await context.newPage()
  await page.goto(`${reader.origin}/signin?next=/list`)
  await page.getByLabel('Name or email address').fill(login)
  await page.getByLabel('Password').fill(ownPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/list')
  expect(await page.textContent('.account')).toBe(`Signed in as ${login}`)
  const addresses = [
    `${target}?title=Gone`,
    ...['PUT', 'PATCH', 'DELETE'].map((method) => `${target}?_method=${method}&force=true&title=Gone`),
  ]
  for (const { origin, cookie, status, code } of [
    // Another port is the same site to a cookie; another host is not.
    { origin: host.origin, cookie: /^kalends=/, status: 403, code: 'rest_cookie_foreign_write' },
    {
      origin: host.origin.replace('127.0.0.1', 'localhost'),
      cookie: /^none$/,
      status: 401,
      code: 'rest_forbidden',
    },
  ]) {
    for (const address of addresses) {
      const form = `<form method="post" action="${address}"><button>Win</button></form>`
      await page.goto(host.page(form).replace(host.origin, origin))
      const [request] = await Promise.all([
        page.waitForRequest((request) => request.url() === address),
        page.getByRole('button').click(),
      ])
      const response = await request.response()
      const sent = await request.allHeaders()
      expect(sent['cookie'] ?? 'none').toMatch(cookie)
      expect(sent['authorization']).toBeUndefined()
      expect(sent['origin']).toBe(origin)
      expect(response?.status()).toBe(status)
      expect(await response?.json()).toMatchObject({ code })
    }
    await page.goto(host.page('').replace(host.origin, origin))
    const tried = await page.evaluate(async (address) => {
      const overridden = ['PUT', 'PATCH', 'DELETE'].map((method) => ({
        method: 'POST',
        headers: { 'x-http-method-override': method },
      }))
      const asked = [...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method })), ...overridden]
      const answers = await Promise.allSettled(
        asked.map((init) => fetch(address, { ...init, credentials: 'include' })),
      )
      return answers.map(({ status }) => status)
    }, target)
    expect(new Set(tried)).toEqual(new Set(['rejected']))
  }
  expect((await app.read(`events/${id}`)).title).toBe('Kept')
  // Pages of ours may.
  await page.goto(`${reader.origin}/list`)
  const own = await page.evaluate(async (address) => {
    const body = new URLSearchParams({ title: 'Changed' })
    return (await fetch(address, { method: 'PUT', body })).status
  }, target)
  expect(own).toBe(200)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/signout')
  expect((await context.cookies()).filter(({ name }) => name === 'kalends')).toEqual([])
  await context.close()
})
