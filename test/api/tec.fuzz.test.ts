import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { runs } from '../support/runs.ts'
import { hostile } from './hostile.ts'
import { type Endpoint, endpointsOf } from './routes.ts'
import { acknowledged, createTecApp } from './tec.ts'

let app: TestApp
let endpoints: readonly Endpoint[]
const ids: Record<string, number> = {}
beforeAll(async () => {
  app = await createTecApp({ REST_ROOT: '', NAMESPACES: 'vendor/events/v1', TEC_V1: 'on' })
  ids['venues'] = (await app.create('venues', { venue: 'A' })).id
  ids['organizers'] = (await app.create('organizers', { organizer: 'A' })).id
  const dates = { start_date: '2031-03-01', end_date: '2031-03-02' }
  ids['events'] = (await app.create('events', { title: 'A', ...dates, venue: ids['venues'] })).id
  endpoints = (await endpointsOf(app)).filter(
    ({ path, params, method }) => path.startsWith('/tec/v1/') && params.length > 0 && method !== 'DELETE',
  )
  expect(endpoints.length).toBeGreaterThan(10)
})
afterAll(() => app.close())

const needed: Record<string, object> = {
  events: { title: 'A', start_date: '2031-03-01 10:00:00', end_date: '2031-03-02 10:00:00' },
  venues: { title: 'B' },
  organizers: { title: 'C' },
}

test('whatever is sent to any parameter is accepted, or refused in the agreed form, and never fails', async () => {
  const sent = fc.record({
    endpoint: fc.nat(),
    param: fc.nat(),
    value: fc.oneof(fc.constantFrom(...hostile), fc.jsonValue()),
  })
  await fc.assert(
    fc.asyncProperty(sent, async ({ endpoint, param, value }) => {
      const { method, path, params } = endpoints[endpoint % endpoints.length] as Endpoint
      const name = params[param % params.length] as string
      const kind = path.split('/')[3] ?? ''
      const isNew = method === 'POST'
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      const { status, body } = await app.ask({
        as: 'administrator',
        absolute: true,
        method,
        path: path.replace('{id}', String(ids[kind])),
        headers: acknowledged,
        ...(method === 'GET'
          ? { query: { [name]: text.toWellFormed() } }
          : { json: { ...(isNew ? needed[kind] : {}), [name]: value } }),
      })
      const about = `${method} ${path} ${name}=${text.slice(0, 100)}`
      expect(status, `${about}: ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500)
      if (status < 400) return
      expect(body, about).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      if (body.code !== 'tec_rest_organizers_page_not_found')
        expect(body.data, about).toMatchObject({ status })
    }),
    { numRuns: runs(200) },
  )
})
