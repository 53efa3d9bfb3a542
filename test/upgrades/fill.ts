import { readFile } from 'node:fs/promises'
import { type Ask, asker, type Keys, root, type Site } from './fill.ask.ts'
import { addLetters } from './fill.letters.ts'
import { addOwn } from './fill.own.ts'
import { addWorks } from './fill.works.ts'

const roles = ['editor', 'author', 'contributor', 'subscriber'] as const
const picture = new URL('../wire/fixtures/picture.png', import.meta.url)

/** Fills an empty calendar through its own interface, as any release takes it: some of every kind of record, each field once. Answers what signs in. */
export async function fill(site: Site): Promise<Keys> {
  const ask = asker(site)
  const keys = await addPeople(site, ask)
  const image = await ask(`${root}/media`, {
    body: await readFile(picture),
    headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="picture.png"' },
  })
  await ask(`${root}/media/${image.id}`, {
    json: {
      title: 'The square',
      alt_text: 'A square',
      caption: 'In May',
      credit: 'Ann',
      focus: { x: 0.2, y: 0.8 },
    },
  })
  const places = await addPlaces(ask, image.id)
  await addEvents(ask, { ...places, image: image.id, keys })
  await addSeries(ask, places)
  await addWorks(ask, keys)
  await addOwn(ask, places.venues[3])
  await addLetters(ask, site)
  await changeSome(ask)
  return keys
}

async function addPeople({ origin, site, administrator }: Site, ask: Ask): Promise<Keys> {
  const [applicationPasswords, passwords, tokens] = [[administrator], [] as string[], [] as string[]]
  for (const role of roles) {
    const password = `a long secret of ${role} 4711`
    const user = await ask('/wp/v2/users', {
      json: {
        username: role,
        email: `${role}@example.org`,
        name: `The ${role}`,
        first_name: 'Kim',
        last_name: role,
        url: 'https://example.org/kim',
        description: 'Somebody who is there.',
        locale: 'de_DE',
        roles: [role],
        password,
      },
    })
    passwords.push(`${role}:${password}`)
    const made = await ask(`/wp/v2/users/${user.id}/application-passwords`, { json: { name: 'Program' } })
    applicationPasswords.push(`${role}:${made.password}`)
    const token = await ask(`/wp/v2/users/${user.id}/tokens`, { json: { name: 'Script', scope: 'write' } })
    tokens.push(String(token.token ?? token.password))
  }
  return {
    applicationPasswords,
    passwords,
    tokens,
    sessions: [await signIn({ origin, site }, passwords[0] ?? '')],
  }
}

/** Signs in as a browser does; answers the cookie. */
async function signIn({ origin, site }: Pick<Site, 'origin' | 'site'>, login: string): Promise<string> {
  const [name = '', password = ''] = login.split(':')
  const response = await fetch(`${origin}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site },
    body: new URLSearchParams({ login: name, username: name, email: name, password, next: '/admin/' }),
  })
  const cookie = response.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
  if (cookie.length === 0)
    throw new Error(`No session: ${response.status} ${(await response.text()).slice(0, 500)}`)
  return cookie.join('; ')
}

async function addPlaces(ask: Ask, image: number) {
  const ids = {
    venues: [] as number[],
    organizers: [] as number[],
    categories: [] as number[],
    tags: [] as number[],
  }
  for (let number = 0; number < 8; number += 1) {
    const venue = await ask(`${root}/venues`, {
      json: {
        venue: `Hall ${number} & Garden`,
        description: `<p>Room <em>${number}</em>.</p>`,
        status: number === 7 ? 'draft' : 'publish',
        show_map: number % 2 === 0,
        show_map_link: true,
        address: `${number + 1} Main Street`,
        city: number % 2 === 0 ? 'Exampleton' : 'Ünterstadt',
        country: 'Germany',
        province: 'Sachsen',
        state: '',
        zip: `0110${number}`,
        phone: '+49 351 1234',
        website: 'https://hall.example.org',
        geo_lat: 51.05 + number / 100,
        geo_lng: 13.73,
        step_free: number % 3 === 0,
        accessible_toilet: true,
        hearing_loop: false,
        slug: `hall-${number}`,
        ...(number === 0 ? { image } : {}),
      },
    })
    const organizer = await ask(`${root}/organizers`, {
      json: {
        organizer: `Club ${number}`,
        description: 'They meet <strong>weekly</strong>.',
        phone: '+49 351 99',
        website: 'https://club.example.org',
        email: `club${number}@example.org`,
        ...(number === 1 ? { image } : {}),
      },
    })
    const category = await ask(`${root}/categories`, {
      json: {
        name: `Kind ${number}`,
        description: 'Of events',
        slug: `kind-${number}`,
        color: 'teal',
        ...(number > 3 ? { parent: ids.categories[0] } : {}),
      },
    })
    const tag = await ask(`${root}/tags`, { json: { name: `Word ${number}`, description: 'A word' } })
    ids.venues.push(venue.id)
    ids.organizers.push(organizer.id)
    ids.categories.push(category.id)
    ids.tags.push(tag.id)
  }
  return ids
}

/** One of a list, in turns. */
function at<Value>(list: readonly Value[], number: number): Value | undefined {
  return list[number % list.length]
}

interface Around {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

const statuses = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved_online']

async function addEvents(
  ask: Ask,
  { venues, organizers, categories, tags, image, keys }: Around & { image: number; keys: Keys },
): Promise<void> {
  let first = 0
  for (let number = 0; number < 40; number += 1) {
    const day = String((number % 27) + 1).padStart(2, '0')
    const month = String((number % 11) + 1).padStart(2, '0')
    const event = await ask(`${root}/events`, {
      as: at(keys.applicationPasswords.slice(0, 3), number),
      json: {
        title: `Evening ${number} “of” music`,
        description: `<p>Number ${number}, with <a href="https://example.org/${number}">more</a>.</p>`,
        excerpt: `In short: ${number}`,
        slug: `evening-${number}`,
        timezone: at(['Europe/Berlin', 'America/New_York', 'UTC'], number),
        all_day: number % 9 === 8,
        start_date: `2031-${month}-${day} 19:30:00`,
        end_date: `2031-${month}-${day} 22:00:00`,
        cost: at(['', '0', '12', '8–15', 'Pay what you want'], number),
        website: `https://example.org/evening/${number}`,
        show_map: true,
        show_map_link: number % 2 === 0,
        featured: number % 10 === 0,
        sticky: number % 13 === 0,
        hide_from_listings: number === 39,
        categories: [at(categories, number)],
        tags: [at(tags, number), at(tags, number + 3)],
        ...(number % 5 === 4 ? {} : { venue: [at(venues.slice(0, 7), number)] }),
        organizer: [at(organizers, number), at(organizers, number + 1)],
        ...(number % 7 === 0 ? { image } : {}),
        event_status: at(statuses, number % 6 === 5 ? number : 0),
        ...(number % 6 === 5 ? { event_status_reason: 'It rains.' } : {}),
        attendance_mode: at(['in_person', 'online', 'mixed'], number % 8),
        ...(number % 8 === 1
          ? { online_url: 'https://meet.example.org/room', online_url_shown: 'public' }
          : {}),
        ...(number === 20 ? { post_parent: first } : {}),
      },
    })
    first ||= event.id
  }
  for (const more of [
    { title: 'A draft', status: 'draft' },
    { title: 'One that waits', status: 'pending', review_note: 'Please look.' },
    { title: 'Private', status: 'private' },
    { title: 'Later', status: 'future', date: '2031-01-01 08:00:00' },
    { title: 'Behind a password', password: 'open sesame' },
  ])
    await ask(`${root}/events`, { json: { start_date: '2031-05-01', end_date: '2031-05-01', ...more } })
  await ask(`${root}/events/${first}/tickets`, {
    json: { kind: 'paid', name: 'At the door', price: 12, capacity: 40 },
  })
  await ask(`${root}/events/${first}/tickets`, {
    json: { kind: 'external', name: 'Elsewhere', price: 9, url: 'https://tickets.example.org/1' },
  })
}

async function addSeries(ask: Ask, { venues, categories }: Around): Promise<void> {
  const series = async (title: string, rule: string, more: object = {}) =>
    ask(`${root}/events`, {
      json: {
        title,
        start_date: '2031-03-04 18:00:00',
        end_date: '2031-03-04 20:00:00',
        timezone: 'Europe/Berlin',
        recurrence: rule,
        venue: [venues[2]],
        categories: [categories[2]],
        ...more,
      },
    })
  await series('Choir', 'FREQ=WEEKLY;BYDAY=TU;COUNT=8')
  await series('Market', 'FREQ=MONTHLY;BYDAY=1SA;COUNT=6', {
    start_date: '2031-03-01 08:00:00',
    end_date: '2031-03-01 13:00:00',
  })
  const { events } = await ask(
    `${root}/events?search=Choir&per_page=20&start_date=2031-01-01&end_date=2031-12-31`,
    { method: 'GET' },
  )
  await ask(`${root}/events/${events[3].id}?scope=this`, { json: { title: 'Choir with guests' } })
  await ask(`${root}/events/${events[5].id}?scope=this`, { method: 'DELETE' })
}

/** History, trash, and addresses that lead on. */
async function changeSome(ask: Ask): Promise<void> {
  const { events } = await ask(`${root}/events?per_page=12&start_date=2031-01-01&end_date=2031-12-31`, {
    method: 'GET',
  })
  for (const [number, { id }] of events.entries()) {
    if (number < 5)
      await ask(`${root}/events/${id}`, { json: { title: `Changed ${number}`, slug: `changed-${number}` } })
    if (number === 6 || number === 7) await ask(`${root}/events/${id}`, { method: 'DELETE' })
  }
}
