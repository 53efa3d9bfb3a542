import { describe, expect, test } from 'vitest'
import { zoneNamed } from '../../../pure/calendar/zone.ts'
import { blank } from '../../../records/own/own.declare.write.ts'
import type { Declaration } from '../../../fields/own/declaration.ts'
import { agendaAt } from './openagenda.address.ts'
import { agendaOf, agendaText, readAgenda } from './openagenda.fixture.ts'

const own = (name: string, more: Partial<Declaration> = {}): Declaration => ({
  ...blank,
  id: 1,
  type: 'text',
  label: { en: name },
  modified_at: 0,
  name,
  ...more,
})

test('an agenda is read: texts in the language of the calendar, places once, pictures in full, how one registers, its status', async () => {
  const { source, events, linked, notes, faults } = await readAgenda(agendaText())
  expect([source.name, source.family, source.follows, faults]).toEqual([
    'OpenAgenda file:agenda.json',
    'OpenAgenda',
    'nothing',
    [],
  ])
  const [concert, exhibition, , , feast] = events
  expect(concert).toMatchObject({
    key: '61763667',
    fields: {
      title: 'Concert de printemps',
      excerpt: 'L’orchestre de la ville &amp; ses invités.',
      website: 'https://billets.example/printemps',
      cost: ['12 €'],
      status: 'publish',
      featured: true,
      event_status: 'scheduled',
      attendance_mode: 'mixed',
      online_url: 'https://direct.example/printemps',
      start_date: '2031-05-02T17:00:00Z',
      end_date: '2031-05-02T19:30:00Z',
      timezone: 'Europe/Paris',
    },
    venues: ['7593071'],
    tags: ['musique', 'orchestre'],
    image: 'https://cdn.example/main/aa11.full.image.jpg',
    isAlone: true,
  })
  expect(concert?.fields['description']).toBe(
    '<strong>L’orchestre</strong> joue <em>Ravel</em>.\n\n' +
      '<ul><li><a href="https://ville.example/programme">Programme</a></li><li>Entracte à 20h</li></ul>\n\n' +
      'Entrée par la cour &lt;rue du Port&gt;.\n\n' +
      '<a href="mailto:culture@ville.example">culture@ville.example</a>\n\n0203040506\n\n' +
      '<a href="https://ville.example/reserver">https://ville.example/reserver</a>',
  )
  expect(exhibition?.fields).toMatchObject({
    cost: ['0'],
    status: 'pending',
    event_status: 'canceled',
    description: 'Peintures.',
    excerpt: null,
  })
  expect(feast).toMatchObject({
    fields: {
      title: 'Fête du fleuve',
      all_day: true,
      start_date: '2031-06-21',
      end_date: '2031-06-21',
      attendance_mode: 'in_person',
    },
    venues: [],
    lost: ['status: it is full, which registrations say here'],
  })
  expect(linked.find(({ kind }) => kind === 'venue')).toMatchObject({
    fields: {
      venue: 'Halle des Ateliers',
      description: 'Ancienne halle.\n\nTram 3, arrêt Halle',
      address: '33, boulevard Victor Hugo',
      zip: '13200',
      city: 'Arles',
      country: 'France',
      geo_lat: 43.674677,
    },
    image: 'https://cdn.example/main/location7593071.jpg',
    lost: ['email: accueil@halle.example has no place here'],
  })
  expect(linked.find(({ key }) => key.endsWith('aa11.full.image.jpg'))?.fields).toEqual({
    credit: 'Ville de Saint-Aubin',
  })
  expect(linked.filter(({ kind }) => kind === 'venue')).toHaveLength(1)
  expect(notes).toEqual([expect.stringContaining('(fr) where they are in several; those in en beside it')])
  expect(
    (await readAgenda(agendaText(), { locale: 'en-GB' })).events
      .map(({ fields }) => fields['title'])
      .slice(0, 2),
  ).toEqual(['Spring concert', 'Exposition “Lumières”'])
})

describe('when events take place', () => {
  test('several times are dates of one series on the clock of the event, also where summer begins; one that lasts longer differs', async () => {
    const { events } = await readAgenda(agendaText())
    const dates = events.slice(1, 4)
    expect(dates.map(({ key, occurrence }) => [key, occurrence?.at, occurrence?.differs])).toEqual([
      ['61763668', '2031-03-29 10:00:00', []],
      ['61763668/2031-03-30T10:00:00', '2031-03-30 10:00:00', []],
      ['61763668/2031-03-31T10:00:00', '2031-03-31 10:00:00', ['end_date', 'start_date']],
    ])
    expect(dates[0]?.recurrence).toMatchObject({
      timezone: 'Europe/Paris',
      start_wall: '2031-03-29 10:00:00',
      duration: 8 * 3600,
      recurrence: '["RDATE:20310330T100000,20310331T100000"]',
    })
  })

  test('whole days are so, as long as all of them are', async () => {
    const day = (date: string, end = `${date}T23:59:00+02:00`) => ({ begin: `${date}T00:00:00+02:00`, end })
    const timings = [day('2031-06-02'), day('2031-06-01', '2031-06-02T00:00:00+02:00'), day('2031-06-01')]
    const whole = await readAgenda(agendaOf({ timings }))
    expect(whole.events.map(({ key, fields }) => [key, fields['all_day'], fields['start_date']])).toEqual([
      ['7', true, '2031-06-01'],
      ['7/2031-06-02', true, '2031-06-02'],
    ])
    const mixed = await readAgenda(
      agendaOf({ timings: [day('2031-06-01'), { begin: '2031-06-02T10:00:00+02:00' }] }),
    )
    expect(mixed.events.map(({ fields }) => fields['all_day'])).toEqual([false, false])
  })

  test.each([
    ['that of the site', '2031-05-01T18:00:00+0200', 'Europe/Berlin'],
    ['that of OpenAgenda', '2031-05-01T18:00:00+02:00', 'Europe/Paris', 'Europe/London'],
    ['its offset', '2031-05-01T18:00:00-04:00', '-04:00'],
    ['that of the site, for a moment in UTC', '2031-05-01T18:00:00.000Z', 'Europe/Berlin'],
  ])('without a zone they are on %s', async (_, begin, zone, site = 'Europe/Berlin') => {
    const { events } = await readAgenda(agendaOf({ timings: [{ begin }] }), { siteZone: zoneNamed(site) })
    expect(events[0]?.fields['timezone']).toBe(zone)
  })

  test('more times than a series may be given are single events of the first; what is not detailed tells what it lacks', async () => {
    const timings = Array.from({ length: 520 }, (_, at) => {
      const begin = Temporal.Instant.from('2031-02-01T10:00:00Z').add({ hours: 24 * at })
      return { begin: begin.toString(), end: begin.add({ hours: 1 }).toString() }
    })
    const { events } = await readAgenda(agendaOf({ timings }))
    expect(events).toHaveLength(520)
    expect(events[0]?.assumed).toEqual([expect.stringContaining('its dates are single events')])
    expect(new Set(events.slice(1).map(({ parent }) => parent))).toEqual(new Set(['7']))
    const few = {
      timings: undefined,
      firstTiming: timings[0],
      nextTiming: timings[0],
      lastTiming: timings[9],
    }
    const told = await readAgenda(agendaOf(few))
    expect(told.events.map(({ lost }) => lost)).toEqual([[expect.stringContaining('detailed=1')], []])
  })

  test.each([
    ['none', { timings: [] }, 'It has no times.'],
    ['of which none can be read', { timings: [{ begin: 'soon' }] }, 'It has no times.'],
    ['but the agenda has refused it', { state: -1 }, 'The agenda has refused it.'],
    ['but it is removed', { removed: true, timings: undefined }, 'The agenda has removed it.'],
  ])('%s: it is told of and left out', async (_, said, fault) => {
    const { events, faults } = await readAgenda(agendaOf(said, { uid: 8 }))
    expect([events.map(({ key }) => key), faults]).toEqual([['8'], [`7: ${fault}`]])
  })
})

describe('what an agenda has added', () => {
  test('is declared with its type, labels and options, what few read as internal, and files not at all', async () => {
    const { source } = await readAgenda(agendaText())
    expect(source.declared).toMatchObject([
      {
        name: 'categories',
        type: 'choices',
        label: { fr: 'Catégories', en: 'Categories' },
        help: { fr: 'Une ou plusieurs' },
        required: true,
        public: true,
        wire_name: 'categories',
      },
      {
        name: 'quartier_de_la_ville',
        type: 'choice',
        wire_name: 'quartier-de-la-ville',
        options: [{ value: 'centre' }, { value: 'les_2_rives', label: { fr: 'Les 2 rives' } }],
      },
      { name: 'jauge', type: 'number' },
      { name: 'note_interne', type: 'text', public: false },
      { name: 'age_from', type: 'number', min: 0 },
      { name: 'age_to', schema: 'typicalAgeRange.to' },
    ])
    const here = [
      own('topics', { label: { de: 'Themen', fr: 'CATÉGORIES' } }),
      own('size', { wire_name: 'jauge' }),
    ]
    const { source: second } = await readAgenda(agendaText(), {
      own: here,
      map: { 'quartier-de-la-ville': 'tags' },
    })
    expect(second.declared?.map(({ name }) => name)).toEqual(['note_interne', 'age_from', 'age_to'])
  })

  test('goes with its labels, whether told with them, by its schema, or bare; what is said no longer is told as nothing', async () => {
    const { events } = await readAgenda(agendaText())
    expect(events[0]?.custom).toEqual([
      { key: 'categories', label: 'Catégories', value: ['Musique', 'Fête, salon, marché'] },
      { key: 'quartier-de-la-ville', label: 'Quartier', value: 'Les 2 rives' },
      { key: 'jauge', label: 'Jauge', value: '120' },
      { key: 'note-interne', label: 'Note interne', value: 'Prévenir le gardien' },
    ])
    expect(events[1]?.custom).toEqual([
      { key: 'categories', label: 'Catégories', value: ['Exposition'] },
      { key: 'quartier-de-la-ville', label: 'Quartier', value: '' },
    ])
    const bare = await readAgenda(agendaOf({ theme: [4], place: { fr: 'Là' }, open: true }))
    expect(bare.events[0]?.custom?.map(({ key, value }) => [key, value])).toEqual([
      ['theme', ['4']],
      ['place', 'Là'],
      ['open', 'true'],
    ])
  })

  test('ages and what is done for whom go to the ready-made fields, or where a map says', async () => {
    const ages = [
      own('from', { type: 'number', schema: 'typicalAgeRange.from' }),
      own('audio_description', { type: 'boolean' }),
    ]
    const { events, source } = await readAgenda(agendaText(), { own: ages })
    expect(source.declared?.map(({ name }) => name)).toContain('age_to')
    expect(source.declared?.map(({ name }) => name)).not.toContain('age_from')
    expect(events[0]?.fields).toMatchObject({
      'fields.from': '6',
      'fields.age_to': '12',
      'fields.audio_description': 'true',
    })
    expect(events[0]?.assumed).toEqual([expect.stringContaining('accessibility.vi')])
    expect(events[0]?.lost).toEqual(
      expect.arrayContaining([
        expect.stringContaining('accessibility.hi: it says that something is done, and not what'),
      ]),
    )
    const map = { age: 'least', 'accessibility.hi': 'fields.signed', categories: 'categories', jauge: 'none' }
    const mapped = await readAgenda(agendaText(), { own: [own('least'), own('signed')], map })
    expect(mapped.events[0]?.fields).toMatchObject({ 'fields.least': '6', 'fields.signed': 'true' })
    expect(mapped.events[0]?.categories).toEqual(['musique', 'fête, salon, marché'])
    expect(mapped.events[0]?.custom?.map(({ key }) => key)).toEqual(['quartier-de-la-ville', 'note-interne'])
    const all = await readAgenda(agendaText(), { own: [own('accessibility', { type: 'choices' })] })
    expect(all.events[0]?.custom?.[0]).toEqual({ key: 'accessibility', label: '', value: ['hi', 'vi'] })
  })

  test.each([
    [{ nothing: 'tags' }, /The map names “nothing”, which no event says\./],
    [
      { jauge: 'size' },
      /The map gives “jauge” the field “size”; there are categories, tags, none, fields\.least\./,
    ],
  ])('a map that does not fit is refused: %o', async (map, says) => {
    await expect(readAgenda(agendaText(), { map, own: [own('least')] })).rejects.toThrow(says)
  })
})

test.each([
  [
    'an answer with one event',
    { event: { uid: 7, title: 'One', timings: [{ begin: '2031-05-01T10:00:00Z' }] } },
  ],
  ['a list', [{ uid: 7, title: 'One', timings: [{ begin: '2031-05-01T10:00:00Z' }] }]],
  [
    'pages',
    {
      openagenda: 'x',
      pages: [
        { events: [] },
        { events: [{ uid: 7, title: 'One', timings: [{ begin: '2031-05-01T10:00:00Z' }] }] },
      ],
    },
  ],
])('%s is read as well', async (_, document) => {
  expect((await readAgenda(JSON.stringify(document))).events.map(({ fields }) => fields['title'])).toEqual([
    'One',
  ])
})

test('other JSON is left to those who read it, an agenda without an event is told, and a part of one says of how much', async () => {
  const linked = JSON.stringify({
    '@type': 'Event',
    name: 'Fair',
    startDate: '2031-05-01',
    uid: 7,
    timings: [],
  })
  expect((await readAgenda(linked)).source.family).toBe('JSON-LD')
  await expect(readAgenda('{"openagenda":"x","pages":[]}')).rejects.toThrow(
    'line 1: the agenda has no event.',
  )
  const empty = await readAgenda('{"openagenda":"x","pages":[]}', {
    address: 'https://api.example/v2/agendas/1/events',
  })
  expect([empty.events, empty.source.follows]).toEqual([[], 'coming'])
  const part = await readAgenda(agendaText().replace('"total": 3', '"total": 900'))
  expect(part.notes[0]).toBe(
    'The file has 3 of the 900 events of the agenda: its address brings all of them.',
  )
})

test.each([
  [
    'https://api.openagenda.com/v2/agendas/12?key=abc',
    'https://api.openagenda.com/v2/agendas/12/events',
    'abc',
  ],
  [
    'https://api.openagenda.com/v2/agendas/12/events?size=20&after[]=1&relative[]=upcoming&key=abc&detailed=1',
    'https://api.openagenda.com/v2/agendas/12/events?relative%5B%5D=upcoming',
    'abc',
  ],
  [
    'https://openagenda.com/agendas/12/events.v2.json',
    'https://openagenda.com/agendas/12/events.v2.json',
    undefined,
  ],
  [
    'https://openagenda.com/agendas/12/events.json',
    'https://openagenda.com/agendas/12/events.v2.json',
    undefined,
  ],
])('%s is known as %s, without the key', (address, name, key) => {
  expect(agendaAt(address)).toMatchObject({ name, key })
})

test.each([
  'https://old.example/wp-json/tribe/events/v1',
  'https://api.openagenda.com/v2/agendas',
  'ftp://a/v2/agendas/1',
  'x',
])('%s is the address of no agenda', (address) => expect(agendaAt(address)).toBeUndefined())
