import fc from 'fast-check'

/** What a record is created with, generated: every writable field in every form that is accepted. */
export type Fields = Readonly<Record<string, unknown>>

const pieces = [
  'Jazz',
  ' & ',
  '"late"',
  "it's",
  ' -- ',
  '...',
  '10x20',
  '&amp;',
  '&eacute;',
  '&#038;',
  '&#8217;',
  '\\',
  '\\"',
  '%41',
  '%xx',
  'Ünïté',
  '日本',
  '🎉',
  ' ',
  '1/2',
  '“q”',
  '–',
  '(c)',
  '5\' 6"',
  'a < b',
  '<b>bold</b>',
  '<i>',
] as const

const markup = [
  '<p>',
  '</p>',
  '<div class="x">',
  '</div>',
  '<ul>',
  '<li>one',
  '</ul>',
  '<br>',
  '<hr />',
  '<a href="https://x.example/?a=1&b=2">',
  '</a>',
  '<script>alert(1)</script>',
  '<pre>',
  '</pre>',
  '<!-- note -->',
  '<h2>',
  '</h2>',
  '\n',
  '\n\n',
  '\r\n',
  'javascript:x',
  '<img src="https://x.example/i.png" onerror="x()">',
] as const

/** A text of one line that is never blank, with everything in it that typography, HTML or SQL could trip over. */
export const title: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('Night', 'Été', '2031', 'N°1', '祭り'),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 6 }),
  )
  .map(([first, others]) => [first, ...others].join('').replaceAll('\0', ''))

/** A text with HTML, well formed or not, or none. */
export const html: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...markup), fc.string()), { maxLength: 10 })
  .map((parts) => parts.join('').replaceAll('\0', ''))
  .filter((text) => text !== '0')

/** Zones of every notation, some with summer time, some that have skipped a day or half an hour. */
const zone = fc.constantFrom(
  'America/New_York',
  'europe/berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
  'Africa/Casablanca',
  'UTC',
  'UTC+5.5',
  'UTC-3:30',
  '+03:00',
  '-0930',
  'EST',
  'GMT',
  'PST',
)

/** Wall clocks at which some zone skips or repeats an hour or a day, and the length of something that begins then. */
const edges = [
  '2027-03-14 02:30:00',
  '2027-11-07 01:30:00',
  '2027-03-28 02:30:00',
  '2027-10-31 02:30:00',
  '2027-10-03 02:15:00',
  '2027-04-04 01:45:00',
  '2011-12-30 10:00:00',
  '2028-02-29 23:30:00',
  '1969-12-31 23:30:00',
] as const

const wall = fc
  .oneof(
    fc.constantFrom(...edges),
    fc
      .date({
        min: new Date('1950-01-01T00:00:00Z'),
        max: new Date('2090-01-01T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 19).replace('T', ' ')),
  )
  .map((text) => Temporal.PlainDateTime.from(text))

const minutes = fc.constantFrom(0, 90, 24 * 60, 3 * 24 * 60)

/** When an event takes place: as wall clocks, as instants (the second of a repeated hour among them), or as days. */
const times: fc.Arbitrary<Fields> = fc
  .record({
    start: wall,
    minutes,
    zone,
    all_day: fc.boolean(),
    form: fc.constantFrom('wall', 'instant', 'day'),
  })
  .map(({ start, minutes: length, zone: timezone, all_day, form }) => {
    const end = start.add({ minutes: length })
    const written = {
      wall: (moment: Temporal.PlainDateTime) => moment.toString({ smallestUnit: 'second' }).replace('T', ' '),
      instant: (moment: Temporal.PlainDateTime) => `${moment.toString({ smallestUnit: 'second' })}Z`,
      day: (moment: Temporal.PlainDateTime) => moment.toPlainDate().toString(),
    }[form as 'wall']
    return { start_date: written(start), end_date: written(end), timezone, all_day }
  })

const cost = fc.constantFrom<unknown>(
  '',
  0,
  10,
  12.5,
  '0',
  '0.00',
  '10',
  '12,50',
  '1,000.50',
  '$10',
  '10 €',
  'USD 10',
  '10 - 20',
  '$10-$20',
  '€10 - €20',
  '0 - 10',
  'Free',
  'free',
  'Free - 10',
  'Donation',
  'Varies & more',
  'From 5 to "9" <b>only</b>',
  '10, 20, 30',
  ['10', '20'],
  ['€10', '€20'],
  ['Free', '10'],
  ['0', '0.00'],
  ['Adults 10', 'Children free'],
)

const website = fc.constantFrom<unknown>(
  undefined,
  '',
  'https://example.org/?a=1&b=2',
  'https://example.org/?a=1&amp;b=2',
  'http://localhost:8080/%41%C3%A9?q=%20x#f',
  "https://example.org/it's/~x",
)

/** A slug that is wished for, or none. */
const slug = fc.constantFrom('night-at-the-opera', 'Zwölf Uhr', '日本', '123', 'a_b-', '%e6%97%a5', '🎉')

/** Publication dates well in the past, by either name. */
const published: fc.Arbitrary<Fields> = fc.constantFrom<Fields>(
  {},
  { date: '2020-02-29 12:00:00' },
  { date_utc: '2019-06-30 23:59:59' },
  { date: '2021-03-01T08:00:00+05:30' },
)

/** A status of a post that is not in the trash; what is to come is dated so. */
const standing: fc.Arbitrary<Fields> = fc.oneof(
  fc
    .tuple(fc.constantFrom('publish', 'draft', 'pending', 'private'), published)
    .map(([status, dates]) => Object.assign({ status }, dates)),
  fc.constant({ status: 'future', date: '2099-01-01 10:00:00' }),
)

const flags = fc.record({
  show_map: fc.boolean(),
  show_map_link: fc.boolean(),
  hide_from_listings: fc.boolean(),
  sticky: fc.boolean(),
  featured: fc.boolean(),
})

/** What has happened to an event, and how it is attended. */
const happening = fc.record(
  {
    event_status: fc.constantFrom(
      'scheduled',
      'canceled',
      'cancelled',
      'postponed',
      'rescheduled',
      'moved_online',
    ),
    event_status_reason: fc.constantFrom('', 'Snow & ice', 'The <b>hall</b> is closed', 'a < b'),
    attendance_mode: fc.constantFrom('in_person', 'online', 'mixed'),
    online_url: fc.constantFrom('', 'https://meet.example/a?b=1&c=2'),
    online_url_shown: fc.constantFrom('public', 'attendees'),
  },
  { requiredKeys: [] },
)

/** A choice among these ids, in any order. */
function some(ids: readonly number[]): fc.Arbitrary<number[]> {
  return fc.shuffledSubarray([...ids])
}

/** Records that events are linked to. */
export interface Linkable {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly parents: readonly number[]
}

/** Any event that is accepted, linked to any of these. */
export function event(linkable: Linkable): fc.Arbitrary<Fields> {
  const links = fc.record({
    venue: some(linkable.venues),
    organizer: some(linkable.organizers),
    categories: some(linkable.categories),
    tags: some(linkable.tags),
  })
  const texts = fc.record(
    {
      title,
      description: html,
      excerpt: html,
      slug,
      cost,
      website,
      password: fc.constantFrom('', 'sesame'),
      post_parent: fc.constantFrom(0, ...linkable.parents),
    },
    { requiredKeys: ['title'] },
  )
  return fc
    .tuple(texts, times, standing, flags, links, happening)
    .map((parts) => withoutUndefined(Object.assign({}, ...parts)))
}

/** One line of plain text, or none. */
const line = fc
  .oneof(fc.constantFrom('', '0', 'Main St. 5 & 6', 'São <b>Paulo</b>', "O'Hara \\ %41"), fc.string())
  .map((text) => text.replaceAll('\0', ''))

const linkedTexts = { description: html, phone: line, website }

/** Where a venue is, with the ends of the Earth among it; or nowhere. */
const place: fc.Arbitrary<Fields> = fc.oneof(
  fc.constantFrom<Fields>(
    {},
    { geo_lat: null, geo_lng: '' },
    { geo_lat: 0, geo_lng: 0 },
    { geo_lat: '-90', geo_lng: 180 },
  ),
  fc.record({
    geo_lat: fc.double({ min: -90, max: 90, noNaN: true }),
    geo_lng: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
)

/** Any venue that is accepted. */
export const venue: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.record(
      {
        venue: title,
        ...linkedTexts,
        address: line,
        city: line,
        country: fc.constantFrom('', 'US', 'United States', 'Canada'),
        province: fc.constantFrom('', 'Ontario'),
        state: fc.constantFrom('', 'TX', '0'),
        zip: fc.constantFrom<unknown>('', 12345, '01234', '0'),
        stateprovince: fc.constantFrom('', 'Elsewhere'),
        show_map: fc.boolean(),
        show_map_link: fc.boolean(),
        step_free: fc.boolean(),
        accessible_toilet: fc.boolean(),
        hearing_loop: fc.boolean(),
      },
      { requiredKeys: ['venue'] },
    ),
    place,
    standing,
  )
  .map((parts) => withoutUndefined(Object.assign({}, ...parts)))

/** Any organizer that is accepted. */
export const organizer: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.record(
      {
        organizer: title,
        ...linkedTexts,
        email: fc.constantFrom('', 'o@example.org', "o'hara+x@sub.example.org"),
      },
      { requiredKeys: ['organizer'] },
    ),
    standing,
  )
  .map((parts) => withoutUndefined(Object.assign({}, ...parts)))

/** Names of terms are unique enough for a run, as two of one name are refused. */
export function term(parents: readonly number[] | undefined): fc.Arbitrary<Fields> {
  const texts = { description: html, slug, ...(parents ? { parent: fc.constantFrom(...parents) } : {}) }
  return fc
    .tuple(fc.record(texts, { requiredKeys: [] }), title, fc.uuid())
    .map(([fields, name, id]) =>
      Object.assign({ name: `${name.replaceAll(/[<>]/g, '').slice(0, 100)} ${id}` }, fields),
    )
}

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
