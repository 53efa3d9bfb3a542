import { happens } from '../../fields/happening.ts'
import type { PlannedEvent } from './demo.planned.ts'

/** A planned event before its day is known. */
interface Special extends Omit<PlannedEvent, 'start' | 'end' | 'isAllDay' | 'isSticky' | 'isFeatured'> {
  /** Days from the day of the demo. */
  readonly day: number
  /** When it begins, and how many minutes it takes; without them all day, on so many days. */
  readonly at?: readonly [start: string, minutes: number]
  readonly days?: number
}

/**
 * What a calendar of a city has now and then, and what pages are to be looked at with: what is cancelled, put off, online or sold out,
 * what runs for weeks, a title as long as they come, and an event of which only the time is known. Around the day of the demo,
 * so that whoever opens it finds them.
 */
export function specialsAround(today: Temporal.PlainDate): PlannedEvent[] {
  return specials.map((special) => around(today, special))
}

function around(today: Temporal.PlainDate, { day, at, days = 1, ...event }: Special): PlannedEvent {
  const start = today.add({ days: day }).toPlainDateTime(at?.[0] ?? '00:00')
  const end = start.add(at ? { minutes: at[1] } : { days: days - 1 })
  return { ...event, start, end, isAllDay: at === undefined, isFeatured: false, isSticky: false }
}

const specials: readonly Special[] = [
  {
    title: 'The Velvet Herons: Farewell Concert',
    excerpt: 'Eleven years, four records, one last night under the vaults.',
    description: '<p>Every song from the first record, in order, and then whatever you shout loudest.</p>',
    category: ['Music', 'Rock & Pop', 'Indie'],
    tags: ['live music', 'late'],
    look: 'spotlight',
    venues: ['Gasworks'],
    organizer: 'Gasworks Presents',
    cost: ['£22'],
    tickets: 'sold out',
    day: 2,
    at: ['20:00', 180],
  },
  {
    title: 'Moonlight Regatta',
    excerpt: 'Sixty small boats, each with a lantern at its mast.',
    description: '<p>From the lock to the quay and back. Hot soup at the slipway.</p>',
    category: ['Festivals', 'City Festivals'],
    tags: ['outdoors', 'family'],
    look: 'harbour',
    venues: ['Harbour Museum'],
    organizer: 'Harbour Museum',
    cost: ['Free'],
    happening: happens('canceled', 'A storm is forecast for the whole weekend.'),
    day: 1,
    at: ['18:00', 150],
  },
  {
    title: 'Dvořák by Candlelight',
    excerpt: 'The “American” quartet, and three songs that nobody has sung here for ninety years.',
    description:
      '<p>Doors open half an hour before. The candles are real; please leave large hats at home.</p>',
    category: ['Music', 'Classical', 'Chamber Music'],
    tags: ['recital'],
    look: 'strings',
    venues: ['The Chapel of Echoes'],
    organizer: 'Chapel of Echoes Trust',
    cost: ['£12', '£18'],
    happening: happens('postponed', 'The cellist is ill. Tickets stay valid; the new day is told here.'),
    day: 3,
    at: ['19:30', 100],
  },
  {
    title: 'Ask an Astronomer Anything',
    excerpt: 'An hour of questions, from “why is it dark?” to “what is it all for?”.',
    description: '<p>Send your question before, or say it when you are there. Children go first.</p>',
    category: ['Learning', 'Talks', 'Astronomy'],
    tags: ['science', 'talk', 'free'],
    look: 'tracks',
    venues: [],
    organizer: 'Observatory Society',
    cost: ['Free'],
    happening: { attendance_mode: 'online', online_url: 'https://observatory-society.example/ask' },
    day: 1,
    at: ['19:00', 60],
  },
  {
    title: 'Parents’ First Aid, in the Room and on the Screen',
    excerpt: 'Bumps, burns and beads up noses: what to do, and when to worry.',
    description: '<p>In the Family Hub with dolls to practise on, or from your sofa with a cushion.</p>',
    category: ['Family', 'Babies & Toddlers'],
    tags: ['kids', 'beginners'],
    look: 'shapes',
    venues: ['St Brannoc’s Family Hub'],
    organizer: 'St Brannoc’s Family Hub',
    cost: ['£5'],
    happening: { attendance_mode: 'mixed', online_url: 'https://family-hub.example/first-aid' },
    day: 4,
    at: ['10:00', 120],
  },
  {
    title:
      'What the Tide Left Behind: Seven Centuries of Lost, Thrown and Forgotten Things from the Mud of Haverbridge, Newly Cleaned',
    excerpt: 'Shoes, spoons, a saint, three hundred clay pipes and one very small crown.',
    description:
      '<p>Found by the mudlarks of the Eastern Dock, cleaned by the museum, and shown together for the first time.</p>\n<p>Handling table on Saturdays.</p>',
    category: ['Art', 'Exhibitions', 'History & Design'],
    tags: ['exhibition', 'history'],
    look: 'harbour',
    venues: ['City Museum'],
    organizer: 'City Museums',
    cost: ['£8', '£4'],
    day: -20,
    days: 62,
  },
  {
    title: 'The Quilt Room',
    excerpt: 'Ninety quilts by ninety hands, hung so that you can walk between them.',
    description: '<p>Made by the Ropewalk sewing circle since 1974. Today is the last day.</p>',
    category: ['Community', 'Groups', 'Crafts'],
    tags: ['craft', 'exhibition', 'free'],
    look: 'shapes',
    venues: ['Ropewalk Social Hall'],
    organizer: 'Neighbourhood Forum',
    cost: ['Free'],
    day: -16,
    days: 17,
  },
  {
    title: 'Salt, Paper, Light',
    excerpt: 'Photographs made without a camera, by the lock where they were made.',
    description: '<p>Bring something flat: there is a table where the sun does the rest.</p>',
    category: ['Art', 'Photography'],
    tags: ['exhibition', 'free'],
    look: 'waves',
    venues: ['Light House'],
    organizer: 'Light House',
    cost: ['Free'],
    day: -9,
    days: 40,
  },
  {
    title: 'Meeting',
    excerpt: '',
    description: '',
    category: [],
    tags: [],
    look: undefined,
    venues: [],
    organizer: undefined,
    cost: [],
    day: 2,
    at: ['17:00', 60],
  },
]
