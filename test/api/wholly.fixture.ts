import type { TestApp } from '../support/app.ts'
import { yoga } from '../support/series.ts'
import { fields as proposal } from './submissions.ts'
import { acknowledged } from './tec.ts'
import { letterWrites } from './wholly.letters.ts'
import { peopleWrites } from './wholly.people.ts'
import { as, item, type Prepare, unique } from './wholly.prepare.ts'
import { picture } from './upload.ts'

const times = { start_date: '2031-05-02 19:00:00', end_date: '2031-05-02 21:00:00' }
const filed = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
})

const event = (app: TestApp, more: object = {}) =>
  app.create('events', { title: `Talk ${unique()}`, ...times, ...more })
const guest = async (app: TestApp, mode = 'open', capacity: number | null = null) => {
  const { id } = await event(app, { registration: { mode, capacity } })
  await app.ask({
    method: 'POST',
    path: `events/${id}/guests`,
    json: { name: unique(), email: `${unique()}@example.org` },
  })
  return `guests/${(await app.read(`events/${id}/guests`, {}, as)).guests[0].id}`
}
const dated = async (app: TestApp) => event(app, { ...yoga })
const named = (app: TestApp, kind: string): Promise<{ id: number; slug: string }> => {
  const name = { venues: 'venue', organizers: 'organizer' }[kind] ?? 'name'
  return app.create(kind, { [name]: `Called ${unique()}` })
}
const image = async (app: TestApp) => {
  const headers = filed('picture.png', 'image/png')
  return (await app.ask({ as, method: 'POST', path: 'media', raw: picture, headers })).body
}
const hook = (app: TestApp) => app.create('webhooks', { url: `http://127.0.0.1/${unique()}` })
const source = async (app: TestApp) =>
  app.create('imports/sources', { url: `http://127.0.0.1/${unique()}.ics`, run: false })
const undone = (path: string) => async (app: TestApp, id: number) => {
  const { history } = await app.read(`${path}/${id}/history`, {}, as)
  return `${path}/${id}/history/${history[0].revision}/undo`
}
const proposed = async (app: TestApp) => {
  await app.ask({
    as: 'subscriber',
    method: 'POST',
    path: 'submissions',
    json: { kind: 'new', fields: { ...proposal, title: unique() } },
  })
  return (await app.read('submissions', { per_page: 50 }, as)).submissions.at(-1).id
}

const linked = (kind: string): [string, Prepare][] => {
  const name = { venues: 'venue', organizers: 'organizer' }[kind] ?? 'name'
  const json = () => ({ [name]: unique() })
  const one = async (app: TestApp) => `${kind}/${(await named(app, kind)).id}`
  return [
    [`POST /${kind}`, async () => ({ path: kind, json: json() })],
    ...item(`/${kind}/{id}`, one, json()),
    ...(name === 'name'
      ? []
      : item(
          `/${kind}/by-slug/{slug}`,
          async (app) => `${kind}/by-slug/${(await named(app, kind)).slug}`,
          json(),
        )),
    [
      `POST /${kind}/{id}/merge`,
      async (app) => ({
        path: `${await one(app)}/merge`,
        json: { from: [(await named(app, kind)).id], ...json() },
      }),
    ],
    [
      `POST /${kind}/{id}/history/{revision}/undo`,
      async (app) => {
        const { id } = await named(app, kind)
        await app.ask({ as, method: 'PATCH', path: `${kind}/${id}`, json: json() })
        return { path: await undone(kind)(app, id), json: {} }
      },
    ],
  ]
}

const wpKinds = [
  ['tribe_venue', 'venues'],
  ['tribe_organizer', 'organizers'],
  ['tribe_events_cat', 'categories'],
  ['tags', 'tags'],
] as const
const wpLinked = ([path, kind]: (typeof wpKinds)[number]): [string, Prepare][] => {
  const json = () => (kind === 'venues' || kind === 'organizers' ? { title: unique() } : { name: unique() })
  return [
    [`POST /wp/v2/${path}`, async () => ({ path: `/wp/v2/${path}`, json: json() })],
    ...item(`/wp/v2/${path}/{id}`, async (app) => `/wp/v2/${path}/${(await named(app, kind)).id}`, json()),
  ]
}

const tec = (kind: 'events' | 'venues' | 'organizers'): [string, Prepare][] => {
  const path = `/tec/v1/${kind}`
  const headers = acknowledged
  const json = () => ({ title: unique(), ...(kind === 'events' ? times : {}) })
  const one = async (app: TestApp) =>
    `${path}/${(await (kind === 'events' ? event(app) : named(app, kind))).id}`
  return [
    [`POST ${path}`, async () => ({ path, headers, json: json() })],
    [`PATCH ${path}/{id}`, async (app) => ({ path: await one(app), headers, json: { title: unique() } })],
    [`DELETE ${path}/{id}`, async (app) => ({ path: await one(app), headers })],
  ]
}

/** How each endpoint is asked that writes: by its method (PATCH where PUT and POST do the same) and its address. */
export const writes: ReadonlyMap<string, Prepare> = new Map<string, Prepare>([
  [
    'POST /events',
    async () => ({ path: 'events', json: { title: 'Talk', ...times, venue: { venue: 'Hall' } } }),
  ],
  ...item('/events/{id}', async (app) => `events/${(await event(app)).id}`, { title: 'Other' }),
  ...item('/events/by-slug/{slug}', async (app) => `events/by-slug/${(await event(app)).slug}`, {
    title: 'Other',
  }),
  ...item('/series/{id}', async (app) => `series/${(await dated(app)).series.id}`, { title: 'Other' }),
  [
    'POST /events/bulk',
    async (app) => ({ path: 'events/bulk', json: { ids: [(await event(app)).id], action: 'cancel' } }),
  ],
  ...['venues', 'organizers', 'categories', 'tags'].flatMap(linked),
  ...wpKinds.flatMap(wpLinked),
  ...(['events', 'venues', 'organizers'] as const).flatMap(tec),
  ...item('/wp/v2/tribe_events/{id}', async (app) => `/wp/v2/tribe_events/${(await event(app)).id}`, {
    title: 'X',
  }),
  [
    'POST /events/{id}/tickets',
    async (app) => ({ path: `events/${(await event(app)).id}/tickets`, json: { name: 'Entry', price: '5' } }),
  ],
  ...item(
    '/tickets/{id}',
    async (app) =>
      `tickets/${(await app.create(`events/${(await event(app)).id}/tickets`, { name: 'Entry', price: '5' })).id}`,
    { name: 'Other' },
  ),
  [
    'POST /events/{id}/guests',
    async (app) => ({
      path: `events/${(await event(app, { registration: {} })).id}/guests`,
      json: { name: unique() },
    }),
  ],
  [
    'POST /events/{id}/guests/arrivals',
    async (app) => {
      const id = Number((await guest(app)).replace('guests/', ''))
      const { event_id: at } = await app.read(`guests/${id}`, {}, as)
      const arrivals = [{ guest: id, arrived: 1, at: '2031-05-02 19:05:00' }]
      return { path: `events/${at}/guests/arrivals`, json: { device: 'a', arrivals } }
    },
  ],
  ['PATCH /guests/{id}', async (app) => ({ path: await guest(app), json: { note: 'Late.' } })],
  ['DELETE /guests/{id}', async (app) => ({ path: await guest(app) })],
  [
    'DELETE /guests',
    async (app) => {
      const { id } = await event(app, { registration: {} })
      const json = { name: 'Ada', email: 'ada@example.org' }
      await app.ask({ method: 'POST', path: `events/${id}/guests`, json })
      return { path: 'guests?email=ada@example.org' }
    },
  ],
  ['POST /guests/{id}/approve', async (app) => ({ path: `${await guest(app, 'approval')}/approve` })],
  ['POST /guests/{id}/refuse', async (app) => ({ path: `${await guest(app, 'approval')}/refuse` })],
  [
    'POST /guests/{id}/place',
    async (app) => ({ path: `${await guest(app, 'open', 0)}/place`, json: { force: true } }),
  ],
  ['POST /guests/{id}/cancel', async (app) => ({ path: `${await guest(app)}/cancel` })],
  ['POST /media', async () => ({ path: 'media', raw: picture, headers: filed('a.png', 'image/png') })],
  ...(['events', 'venues', 'organizers'] as const).map((kind): [string, Prepare] => [
    `POST /${kind}/{id}/media`,
    async (app) => {
      const name = { events: 'title', venues: 'venue', organizers: 'organizer' }[kind]
      const made = kind === 'events' ? await event(app) : await app.create(kind, { [name]: unique() })
      return { path: `${kind}/${made.id}/media`, raw: picture, headers: filed('a.png', 'image/png') }
    },
  ]),
  ...item('/media/{id}', async (app) => `media/${(await image(app)).id}`, { title: 'Other' }),
  [
    'POST /media/{id}/file',
    async (app) => ({
      path: `media/${(await image(app)).id}/file`,
      raw: picture,
      headers: filed('b.png', 'image/png'),
    }),
  ],
  [
    'POST /wp/v2/media',
    async () => ({ path: `/wp/v2/media`, raw: picture, headers: filed('c.png', 'image/png') }),
  ],
  ...item('/wp/v2/media/{id}', async (app) => `/wp/v2/media/${(await image(app)).id}`, {
    title: 'Other',
  }),
  ['PATCH /settings', async () => ({ path: 'settings', json: { description: unique() } })],
  ['PATCH /wp/v2/settings', async () => ({ path: `/wp/v2/settings`, json: { description: unique() } })],
  [
    'DELETE /submissions',
    async (app) => {
      await proposed(app)
      return { path: 'submissions?email=subscriber@example.org' }
    },
  ],
  [
    'POST /submissions/{id}/accept',
    async (app) => ({ path: `submissions/${await proposed(app)}/accept`, json: {} }),
  ],
  [
    'POST /submissions/{id}/ask',
    async (app) => ({ path: `submissions/${await proposed(app)}/ask`, json: { message: 'Where?' } }),
  ],
  [
    'POST /submissions/{id}/reject',
    async (app) => ({ path: `submissions/${await proposed(app)}/reject`, json: { reason: 'other' } }),
  ],
  ...(
    [
      ['accept', {}],
      ['reject', { reason: 'other' }],
      ['spam', {}],
    ] as const
  ).map(([what, json]): [string, Prepare] => [
    `DELETE /submissions/{id}/${what}`,
    async (app) => {
      const path = `submissions/${await proposed(app)}/${what}`
      await app.ask({ as, method: 'POST', path, json })
      return { path }
    },
  ]),
  [
    'POST /submissions/{id}/spam',
    async (app) => ({ path: `submissions/${await proposed(app)}/spam`, json: {} }),
  ],
  [
    'POST /events/{id}/ask',
    async (app) => ({
      path: `events/${(await event(app, { status: 'pending' })).id}/ask`,
      json: { message: 'Where?' },
    }),
  ],
  [
    'POST /events/{id}/reject',
    async (app) => ({
      path: `events/${(await event(app, { status: 'pending', ...yoga })).id}/reject`,
      json: { reason: 'other' },
    }),
  ],
  [
    'POST /events/{id}/history/{revision}/undo',
    async (app) => {
      const { id } = await event(app)
      await app.ask({ as, method: 'PATCH', path: `events/${id}`, json: { title: 'Other' } })
      return { path: await undone('events')(app, id), json: {} }
    },
  ],
  [
    'POST /series/{id}/history/{revision}/undo',
    async (app) => {
      const { id, series } = await dated(app)
      await app.ask({ as, method: 'PATCH', path: `events/${id}?scope=all`, json: { title: 'Other' } })
      return { path: await undone('series')(app, series.id), json: {} }
    },
  ],
  [
    'POST /fields',
    async () => ({ path: 'fields', json: { name: 'audience', type: 'text', label: 'Audience' } }),
  ],
  ['POST /fields/sets', async () => ({ path: 'fields/sets', json: { set: 'ages' } })],
  ['PATCH /fields/{name}', async () => ({ path: 'fields/audience', json: { label: 'For whom' } })],
  ['DELETE /fields/{name}', async () => ({ path: 'fields/audience?force=true' })],
  ...letterWrites,
  ['POST /webhooks', async () => ({ path: 'webhooks', json: { url: 'http://127.0.0.1/' } })],
  ...item('/webhooks/{id}', async (app) => `webhooks/${(await hook(app)).id}`, { description: 'Other' }),
  [
    'POST /webhooks/{id}/rotate',
    async (app) => ({ path: `webhooks/${(await hook(app)).id}/rotate`, json: {} }),
  ],
  [
    'POST /webhooks/{id}/replay',
    async (app) => ({ path: `webhooks/${(await hook(app)).id}/replay`, json: { since: '2020-01-01' } }),
  ],
  [
    'POST /webhooks/deliveries/{id}/replay',
    async (app) => {
      const { id } = await hook(app)
      await app.ask({ as, method: 'POST', path: `webhooks/${id}/test`, json: {} })
      const { deliveries } = await app.read(`webhooks/${id}/deliveries`, {}, as)
      return { path: `webhooks/deliveries/${deliveries[0].id}/replay`, json: {} }
    },
  ],
  [
    'PUT /events/by-source/{source}/{key}',
    async () => ({ path: `events/by-source/box/${unique()}`, json: { title: 'Talk', ...times } }),
  ],
  ...item('/imports/sources/{id}', async (app) => `imports/sources/${(await source(app)).id}`, {
    name: 'Other',
  }),
  [
    'POST /imports/sources/{id}/stop',
    async (app) => ({ path: `imports/sources/${(await source(app)).id}/stop`, json: {} }),
  ],
  ...peopleWrites,
])

/** Those of which it cannot be said, or that write nothing, with the reason. */
export const others: ReadonlyMap<string, string> = new Map([
  ['POST /subscriptions/preview', 'it writes nothing'],
  ['POST /letters/{id}/preview', 'it writes nothing'],
  ['POST /letters/{id}/send', 'letters are not offered here'],
  ['POST /letters/{id}/test', 'mail is not set here'],
  ['POST /events/{id}/guests/message', 'mail is not set here'],
  ['POST /subscriptions', 'its answer says nothing of what it has written'],
  ['POST /subscriptions/here', 'its answer is a setting'],
  ['DELETE /subscribers', 'what was erased is gone, and its answer counts it'],
  [
    'DELETE /wp/v2/users/me',
    'it is the deletion of a user, by another address: nobody removes their own account while they are the one administrator',
  ],
  ['POST /wp/v2/users/me/confirmation', 'its answer is two moments'],
  [
    'POST /wp/v2/users/{user_id}/passkeys',
    'it takes an authenticator, and is one transaction with its answer',
  ],
  ['POST /wp/v2/users/{user_id}/passkeys/options', 'it writes nothing'],
  ['POST /wp/v2/users/me/identities', 'it writes nothing'],
  ['DELETE /wp/v2/users/me/identities/{uuid}', 'it takes a provider, and its answer is a word'],
  ['POST /series/preview', 'it writes nothing'],
  ['POST /submissions', 'what was proposed is kept, whatever becomes of publishing it at once'],
  ['POST /imports/{id}/undo', 'it takes back in small transactions, and goes on where it was'],
  ['POST /webhooks/{id}/test', 'the message was sent'],
  ['POST /imports', 'the import has begun'],
  ['POST /imports/preview', 'it writes nothing'],
  ['POST /imports/sources', 'the import has begun'],
  ['POST /imports/sources/{id}/run', 'the import has begun'],
  ['POST /mails/test', 'it writes nothing'],
  ['POST /backups', 'it writes a file'],
  ['POST /demo', 'the calendar is filled beside it'],
  ['DELETE /demo', 'what was taken away is gone, and its answer counts what is left'],
])

/** Those that have what they have written take effect here at once: reading it again may fail, and is told nobody. */
export const takingEffect: ReadonlySet<string> = new Set(['PATCH /settings', 'PATCH /wp/v2/settings'])
