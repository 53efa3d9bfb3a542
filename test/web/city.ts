import sharp from 'sharp'
import { createTestApp, type TestApp } from '../support/app.ts'

/** When it is in the city: a Tuesday. */
const now = Temporal.Instant.from('2031-03-11T09:30:00Z')
const today = Temporal.PlainDate.from('2031-03-11')

/** A city with a spring full of events: of every kind that pages show in a way of its own. */
export async function createCity(environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({
    SITE_NAME: 'Exampleton',
    SITE_DESCRIPTION: 'What is on in our city',
    SITE_TIMEZONE: 'Europe/Berlin',
    CURRENCY_SYMBOL: '€',
    CURRENCY_CODE: 'EUR',
    CURRENCY_POSITION: 'postfix',
    ACCESSIBILITY_CONTACT: 'access@exampleton.example',
    ...environment,
  })
  app.setNow(now)
  const categories = new Map<string, number>()
  for (const name of ['Music', 'Theatre', 'Markets', 'Families', 'Sport', 'Exhibitions'])
    categories.set(name, (await app.create('categories', { name })).id)
  const concerts = await app.create('categories', { name: 'Concerts', parent: categories.get('Music') })
  categories.set('Concerts', concerts.id)
  const venues = []
  for (const venue of venueList) venues.push((await app.create('venues', venue)).id)
  const organizer = await app.create('organizers', {
    organizer: 'Exampleton Arts Office',
    email: 'arts@exampleton.example',
    phone: '+49 30 123 456',
    website: 'https://arts.exampleton.example',
    description: 'The office of the city for everything that is played, sung, shown and danced.',
  })
  const images = []
  for (const picture of pictures) images.push(await upload(app, picture))
  for (const [at, event] of eventList.entries()) {
    const { category, place, picture, ...fields } = event
    await app.create('events', {
      ...fields,
      categories: [categories.get(category)],
      ...(place === undefined ? {} : { venue: venues[place] }),
      ...(picture === undefined ? {} : { image: images[picture] }),
      ...(at % 3 === 0 ? { organizer: organizer.id } : {}),
      tags: at % 4 === 0 ? ['Free entry'] : [],
    })
  }
  return app
}

const pictures: readonly (readonly [name: string, near: readonly number[], far: readonly number[]])[] = [
  ['evening', [70, 24, 58], [255, 176, 110]],
  ['stage', [52, 12, 22], [214, 60, 72]],
  ['river', [16, 62, 88], [188, 226, 236]],
  ['meadow', [30, 84, 48], [232, 240, 180]],
  ['night', [24, 20, 70], [150, 120, 220]],
]

const venueList = [
  {
    venue: 'Old Mill',
    address: 'Mill Lane 4',
    zip: '12043',
    city: 'Exampleton',
    country: 'Germany',
    geo_lat: 52.52,
    geo_lng: 13.405,
    phone: '+49 30 987 654',
    website: 'https://oldmill.example',
    description: 'A mill of 1873, with two stages and a garden by the river.',
  },
  {
    venue: 'City Hall',
    address: 'Market Square 1',
    zip: '12043',
    city: 'Exampleton',
    country: 'Germany',
    geo_lat: 52.5208,
    geo_lng: 13.4094,
  },
  {
    venue: 'Harbour Stage',
    address: 'Pier 3',
    zip: '12045',
    city: 'Exampleton',
    country: 'Germany',
    geo_lat: 52.535,
    geo_lng: 13.43,
  },
  {
    venue: 'Far Away Hall',
    address: 'Elsewhere 1',
    city: 'Farville',
    country: 'Germany',
    geo_lat: 48.14,
    geo_lng: 11.58,
  },
]

interface Listed {
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly category: string
  readonly place?: number
  readonly picture?: number
  readonly [field: string]: unknown
}

const long = `<p>Four musicians, three continents, one evening: the quartet plays what it has found on its way, from the songs of fishermen to the dances of courts.</p><p>There is an interval with drinks in the garden. <em>Doors open an hour before.</em></p><ul><li>Part one: the sea</li><li>Part two: the city</li></ul><p>More at <a href="https://quartet.example">the quartet’s own site</a>.</p>`

/** The city’s calendar around {@link today}. */
const eventList: readonly Listed[] = [
  {
    title: 'Spring Exhibition: “Light & Water”',
    description: 'Two hundred years of painting by the river.',
    start_date: '2031-03-01',
    end_date: '2031-04-20',
    all_day: true,
    category: 'Exhibitions',
    place: 1,
    picture: 2,
    cost: '8',
  },
  {
    title: 'Morning Market',
    description: 'Bread, cheese, flowers and what the gardens give.',
    start_date: '2031-03-11 08:00',
    end_date: '2031-03-11 13:00',
    category: 'Markets',
    place: 1,
    cost: '0',
  },
  {
    title: 'Story Hour for Small Ears',
    description: 'Stories of bears and boats, read aloud.',
    start_date: '2031-03-11 16:00',
    end_date: '2031-03-11 17:00',
    category: 'Families',
    place: 1,
    cost: '0',
  },
  {
    title: 'Travelling Quartet',
    description: long,
    start_date: '2031-03-11 19:30',
    end_date: '2031-03-11 22:00',
    category: 'Concerts',
    place: 0,
    picture: 0,
    cost: '12, 20',
    featured: true,
    website: 'https://quartet.example',
  },
  {
    title: 'Open Rehearsal',
    description: 'The city orchestra lets you listen in.',
    start_date: '2031-03-12 10:00',
    end_date: '2031-03-12 12:00',
    category: 'Music',
    place: 2,
  },
  {
    title: 'Chess in the Park',
    start_date: '2031-03-12 10:30',
    end_date: '2031-03-12 13:00',
    category: 'Sport',
  },
  {
    title: 'Lunch Lecture',
    start_date: '2031-03-12 11:45',
    end_date: '2031-03-12 12:45',
    category: 'Exhibitions',
    place: 1,
  },
  {
    title: 'The Winter’s Tale',
    description: 'Shakespeare, played in the mill.',
    start_date: '2031-03-13 20:00',
    end_date: '2031-03-13 23:00',
    category: 'Theatre',
    place: 0,
    picture: 1,
    cost: '15',
  },
  {
    title: 'Harbour Festival',
    description: 'Three days of boats, music and fish.',
    start_date: '2031-03-14 12:00',
    end_date: '2031-03-16 23:00',
    category: 'Families',
    place: 2,
    picture: 2,
    featured: true,
  },
  {
    title: 'Half Marathon',
    start_date: '2031-03-16 09:00',
    end_date: '2031-03-16 13:00',
    category: 'Sport',
    place: 1,
    cost: '35',
  },
  {
    title: 'Jazz Night',
    description: 'Until the last train.',
    start_date: '2031-03-15 22:00',
    end_date: '2031-03-16 03:00',
    category: 'Concerts',
    place: 2,
    picture: 4,
    cost: '10',
  },
  {
    title: 'Puppets on Strings',
    start_date: '2031-03-15 11:00',
    end_date: '2031-03-15 12:00',
    category: 'Families',
    place: 0,
    cost: '5',
  },
  {
    title: 'Flea Market',
    start_date: '2031-03-15 09:00',
    end_date: '2031-03-15 16:00',
    category: 'Markets',
    place: 1,
    cost: '0',
  },
  {
    title: 'Choir Concert in Far Away',
    start_date: '2031-03-22 18:00',
    end_date: '2031-03-22 20:00',
    category: 'Concerts',
    place: 3,
  },
  {
    title: 'Spring Concert',
    description: 'The orchestra plays Schumann and Clara Wieck.',
    start_date: '2031-03-22 19:00',
    end_date: '2031-03-22 21:30',
    category: 'Concerts',
    place: 0,
    picture: 3,
    cost: '18',
  },
  {
    title: 'Members’ Evening',
    start_date: '2031-03-18 19:00',
    end_date: '2031-03-18 22:00',
    category: 'Theatre',
    place: 1,
    password: 'sesame',
  },
  {
    title: 'Breakfast with Tokyo',
    description: 'A talk across the world.',
    start_date: '2031-03-19 17:00',
    end_date: '2031-03-19 18:00',
    timezone: 'Asia/Tokyo',
    category: 'Exhibitions',
  },
  {
    title: 'Unfinished Plans',
    start_date: '2031-03-20 10:00',
    end_date: '2031-03-20 11:00',
    category: 'Sport',
    status: 'draft',
  },
  {
    title: 'مهرجان الربيع للموسيقى والرقص',
    description: 'موسيقى ورقص في ساحة المدينة.',
    start_date: '2031-03-21 15:00',
    end_date: '2031-03-21 20:00',
    category: 'Families',
    place: 2,
  },
  ...Array.from({ length: 24 }, (_, week): Listed => {
    const day = today.add({ days: 3 + week * 3 })
    return {
      title: `Film Club ${week + 1}`,
      description: 'A film, and a talk about it afterwards.',
      start_date: `${day} 20:00`,
      end_date: `${day} 22:15`,
      category: 'Theatre',
      place: week % 3,
      cost: '7',
    }
  }),
]

/** A picture of soft hills under a sky, in two colours. */
async function upload(app: TestApp, [name, near, far]: (typeof pictures)[number]): Promise<number> {
  const [width, height] = [240, 160]
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const hills = [0, 1, 2, 3].filter(
      (hill) => y > 50 + hill * 26 + 16 * Math.sin((x + hill * 71) / (22 + hill * 9)),
    )
    const share = hills.length / 4 + (hills.length === 0 ? 0 : 0.06 * Math.sin(y / 9))
    for (let part = 0; part < 3; part += 1)
      pixels[at * 3 + part] = Math.round(
        (near[part] ?? 0) * share + (far[part] ?? 0) * (1 - share) * (0.7 + y / 400),
      )
  }
  const raw = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(1200, 800)
    .jpeg({ quality: 80 })
    .toBuffer()
  const { body, status } = await app.ask({
    as: 'administrator',
    method: 'POST',
    path: 'media',
    raw,
    headers: { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="${name}.jpg"` },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}
