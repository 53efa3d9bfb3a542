import type { Role } from '../../src/storage/schema/tables.ts'
import { acknowledgement } from '../../src/outward/tec/tec.ts'
import type { Answered, Asked, TestApp } from '../support/app.ts'
import { createTestApp } from '../support/app.ts'

/** The header that everything below `tec/v1` wants. */
export const acknowledged = { [acknowledgement.header]: acknowledgement.text }

/** Where the newer interface is. */
export const tec = '/wp-json/tec/v1'

/** An app that serves the newer interface as clients of the original look for it. */
export async function createTecApp(environment: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  return createTestApp({
    REST_ROOT: '/wp-json',
    NAMESPACES: 'tribe/events/v1',
    SITE_TIMEZONE: 'Europe/Berlin',
    CURRENCY_SYMBOL: '€',
    CURRENCY_POSITION: 'postfix',
    ...environment,
  })
}

/** Asks below `tec/v1`, with the acknowledgement. */
export async function askTec(app: TestApp, asked: Asked): Promise<Answered> {
  return app.ask({
    ...asked,
    path: `${tec}${asked.path}`,
    absolute: true,
    headers: { ...acknowledged, ...asked.headers },
  })
}

/** Who may do everything. */
export const admin = { as: 'administrator' } as const

/** A calendar with a record of each kind and state, asked below `tec/v1`. */
export interface TecCalendar {
  readonly app: TestApp
  /** The IDs of what is there, by what it is. */
  readonly ids: Readonly<Record<string, number>>
  ask(asked: Asked): Promise<Answered>
  /** The record that is made; throws when it was refused. */
  make(path: string, json: object, as?: Role): Promise<Answered['body']>
}

/** A calendar as it stands on 10 April 2031. */
export async function createTecCalendar(): Promise<TecCalendar> {
  const app = await createTecApp()
  const ids: Record<string, number> = {}
  const ask = (asked: Asked) => askTec(app, asked)
  const make = async (path: string, json: object, as: Role = 'administrator') => {
    const { status, body, text } = await ask({ as, method: 'POST', path, json })
    if (status !== 201) throw new Error(`Status ${status}: ${text}`)
    return body
  }
  app.setNow(Temporal.Instant.from('2031-04-10T12:00:00Z'))
  ids['tag'] = (await app.create('tags', { name: 'Jazz' })).id
  ids['category'] = (await app.create('categories', { name: 'Music' })).id
  ids['venue'] = (
    await make('/venues', {
      title: 'Halle & Hof',
      content: '<p>A <strong>hall</strong>.</p>',
      address: 'Hauptstraße 1',
      city: 'München',
      country: 'Germany',
      zip: '80331',
      state_province: 'Bayern',
      website: 'https://halle.example.org/',
      phone: '089 1',
    })
  ).id
  ids['organizer'] = (
    await make('/organizers', { title: 'Club', email: 'club@example.org', phone: '1', website: null })
  ).id
  ids['past'] = (
    await make('/events', {
      title: 'Past',
      start_date: '2031-04-01 20:00:00',
      end_date: '2031-04-01 22:00:00',
      featured: true,
    })
  ).id
  ids['event'] = (
    await make('/events', {
      title: 'A "night" & more',
      content: '<p>Line one.</p>\n<p>Line two.</p>',
      start_date: '2031-05-01 20:00:00',
      duration: 5400,
      timezone: 'America/New_York',
      cost: '12,50',
      tags: [ids['tag'], 999_999],
      tribe_events_cat: [ids['category']],
      venues: [999_999, ids['venue']],
      organizers: [ids['organizer']],
      sticky: true,
    })
  ).id
  ids['hidden'] = (
    await app.create('events', {
      title: 'Hidden',
      start_date: '2031-06-01 10:00',
      end_date: '2031-06-01 11:00',
      hide_from_listings: true,
    })
  ).id
  ids['locked'] = (
    await app.create('events', {
      title: 'Locked',
      description: 'Secret',
      start_date: '2031-07-01 10:00',
      end_date: '2031-07-03 11:00',
      password: 'swordfish',
      cost: '5',
    })
  ).id
  ids['draft'] = (
    await make('/events', {
      title: 'Draft',
      start_date: '2031-08-01 10:00:00',
      duration: 60,
      status: 'draft',
    })
  ).id
  return { app, ids, ask, make }
}
