import { afterAll, beforeAll, expect, test } from 'vitest'
import { zoneNamed } from '../../src/pure/calendar/zone.ts'
import { jsonldSource } from '../../src/outward/imports/jsonld/jsonld.source.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const all = { step_free: true, accessible_toilet: true, hearing_loop: true }

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
  // What was read is written back as it was.
  await change(venue)
  expect(await app.read(`venues/${id}`)).toMatchObject({ step_free: false, hearing_loop: false })
  await change({ step_free: null })
  expect(await app.read(`venues/${id}`)).not.toHaveProperty('step_free')
  const { history } = await app.read(`venues/${id}/history`, {}, 'editor')
  expect(history[0].changes).toEqual({ step_free: { from: false, to: null } })
})

test('it is changed alone, taken back, and kept by what does not name it', async () => {
  const { id } = await app.create('venues', { venue: 'Hall', ...all })
  const change = (json: object) => app.ask({ as: 'editor', method: 'POST', path: `venues/${id}`, json })
  await change({ hearing_loop: false })
  await change({ phone: '123' })
  expect(await app.read(`venues/${id}`)).toMatchObject({ step_free: true, accessible_toilet: true })
  const { history } = await app.read(`venues/${id}/history`, {}, 'editor')
  expect(history[1].changes).toEqual({ hearing_loop: { from: true, to: false } })
  const path = `venues/${id}/history/${history[1].revision}/undo`
  expect(await app.ask({ as: 'editor', method: 'POST', path })).toMatchObject({ status: 200 })
  expect(await app.read(`venues/${id}`)).toMatchObject({ ...all, phone: '123' })
})

test('it is read from the pages of other calendars that say it as ours do', async () => {
  const { id } = await app.create('venues', { venue: 'Club', step_free: true })
  const { json_ld: location } = await app.read(`venues/${id}`)
  const event = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Fair',
    startDate: '2031-03-11T18:00:00+01:00',
    location,
  }
  const clock = { siteZone: zoneNamed('UTC'), now: Temporal.Instant.from('2031-01-01T00:00:00Z') }
  const source = jsonldSource(`<script type="application/ld+json">${JSON.stringify(event)}</script>`, clock)
  const read = (await Array.fromAsync(source.read(undefined, new Map()))).flatMap(({ records }) => records)
  const venue = read.find((record) => record.kind === 'venue')
  expect(venue).toMatchObject({ fields: { venue: 'Club', step_free: 'true' } })
  expect(venue).not.toHaveProperty('fields.hearing_loop')
})
