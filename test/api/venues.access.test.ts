import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('what helps people in is told of a venue and where it is named, and left out where nobody has said it', async () => {
  const { id } = await app.create('venues', { venue: 'Library', step_free: 'yes', hearing_loop: true })
  const venue = await app.read(`venues/${id}`)
  expect(venue).toMatchObject({ step_free: true, hearing_loop: true })
  expect(venue).not.toHaveProperty('accessible_toilet')
  const features = ['Step-free access', 'Hearing loop']
  expect(venue.json_ld.amenityFeature).toEqual(
    features.map((name) => ({ '@type': 'LocationFeatureSpecification', name, value: true })),
  )
  const { body } = await app.ask({ path: `/wp/v2/tribe_venue/${id}`, absolute: true })
  expect(body.meta).toMatchObject({
    _VenueStepFree: true,
    _VenueAccessibleToilet: '',
    _VenueHearingLoop: true,
  })
  const page = await app.ask({ path: new URL(venue.url).pathname, absolute: true })
  expect(page.text).toMatch(/<dt>Step-free<\/dt>\s*<dd>[^]{0,200}<\/svg>Yes/)
  const event = await app.create('events', {
    title: 'Reading',
    start_date: '2031-05-01 20:00',
    end_date: '2031-05-01 22:00',
    venue: id,
  })
  expect(event.venue).toMatchObject({ step_free: true })
  const other = await app.create('venues', { venue: 'Cellar' })
  expect(Object.keys(other)).not.toEqual(expect.arrayContaining(['step_free']))
  expect((await app.read(`venues/${other.id}`)).json_ld).not.toHaveProperty('amenityFeature')
})

test('that something is not there is told, and is another thing than that nobody knows', async () => {
  const { id } = await app.create('venues', { venue: 'Loft', step_free: false, hearing_loop: '0' })
  const venue = await app.read(`venues/${id}`)
  expect(venue).toMatchObject({ step_free: false, hearing_loop: false })
  expect(venue).not.toHaveProperty('accessible_toilet')
  expect(venue.json_ld.amenityFeature).toMatchObject([
    { name: 'Step-free access', value: false },
    { name: 'Hearing loop', value: false },
  ])
  const { body } = await app.ask({ path: `/wp/v2/tribe_venue/${id}`, absolute: true })
  expect(body.meta).toMatchObject({ _VenueStepFree: false, _VenueAccessibleToilet: '' })
  const page = await app.ask({ path: new URL(venue.url).pathname, absolute: true })
  expect(page.text).toMatch(/<dt>Step-free<\/dt>\s*<dd>[^]{0,200}<\/svg>No\b/)
  const change = (json: object) => app.ask({ as: 'editor', method: 'POST', path: `venues/${id}`, json })
  expect(await change({ step_free: 'perhaps' })).toMatchObject({ status: 400 })
  expect(await change({ step_free: null })).toMatchObject({ status: 200 })
  expect(await app.read(`venues/${id}`)).not.toHaveProperty('step_free')
})
