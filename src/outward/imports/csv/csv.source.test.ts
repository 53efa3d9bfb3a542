import { describe, expect, test } from 'vitest'
import { escapeHtml } from '../../../pure/text/html.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { now, siteZone } from '../ical/ical.fixture.ts'
import { csvSource } from './csv.source.ts'

const clock = { siteZone, now }

async function read(text: string, map: Record<string, string> = {}) {
  const records: (ImportRecord | Unreadable)[] = []
  const notes: string[] = []
  const source = csvSource(text, { name: 'town.csv', map: new Map(Object.entries(map)), ...clock })
  for await (const batch of source.read(undefined, new Map())) {
    records.push(...batch.records)
    notes.push(...(batch.notes ?? []))
  }
  const events = records.filter(
    (record): record is ImportedEvent => record.kind === 'event' && !('fault' in record),
  )
  return { records, events, notes }
}

describe('columns', () => {
  test.each([
    ['commas', 'Event Name,Start Date,Start Time,Venue\nFair,2031-03-11,18:00,Town Hall\n'],
    ['semicolons', 'Titel;Beginn;Uhrzeit;Ort\r\nFair;2031-03-11;18:00;Town Hall\r\n'],
    ['tabs and a byte order mark', '\ufeffSUBJECT\tDate\tTime\tLocation\nFair\t2031-03-11\t18:00\tTown Hall'],
    ['quotes', '"Title","start_date","starttime","Place"\n"Fair","2031-03-11","18:00","Town Hall"'],
  ])('are known by their headers, between %s', async (_, text) => {
    const { events } = await read(text)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      at: 'line 2',
      venues: ['town hall'],
      fields: {
        title: 'Fair',
        start_date: '2031-03-11 18:00:00',
        end_date: '2031-03-11 18:00:00',
        all_day: false,
        status: 'publish',
      },
    })
  })

  test('are what the map says, and it wins', async () => {
    const { events, notes } = await read('Was,Title,Wann,Notiz\nFair,7,2031-03-11,x', {
      Was: 'title',
      Wann: 'start_date',
    })
    expect(events[0]?.fields).toMatchObject({ title: 'Fair', start_date: '2031-03-11', all_day: true })
    expect(notes).toEqual(['Columns: Was → title, Wann → start_date.', 'Columns left out: Title, Notiz.'])
  })

  test.each([
    [
      'a title and a start are needed',
      'Foo,Bar\n1,2',
      {},
      /line 1: no column is the title or the start_date of events; the headers are “Foo”, “Bar”\. Say which one is with a map, such as “Foo=title”/,
    ],
    [
      'the map names a column that is there',
      'Foo,Bar\n1,2',
      { Baz: 'title' },
      /The map names the column “Baz”, which is not there/,
    ],
    [
      'the map names a field that there is',
      'Foo,Bar\n1,2',
      { Foo: 'colour' },
      /The map gives “Foo” the field “colour”; there are uid, id, title/,
    ],
    ['there is a header', '', {}, /line 1: the file is empty/],
  ])('%s', (_, text, map, reason) => {
    expect(() => csvSource(text, { name: 'x', map: new Map(Object.entries(map)), ...clock })).toThrow(reason)
  })
})

describe('hostile tables', () => {
  test('a quote that never ends costs no row, and is told', async () => {
    const { events } = await read('title,start\nFair,2031-03-11\n"Open,2031-03-12\nLast,2031-03-13\n')
    expect(events.map(({ fields }) => fields['title'])).toEqual(['Fair', '&quot;Open', 'Last'])
    expect(events[1]?.lost).toEqual(['a quote is never closed: it was taken for a letter'])
  })

  test('a row with too many cells is told of and left out; one with too few is read as far as it goes', async () => {
    const { records, events } = await read(
      'title,start,venue\nFair,2031-03-11,Hall,extra\n\nShort,2031-03-12\n',
    )
    expect(records[0]).toEqual({
      kind: 'event',
      key: '',
      at: 'line 2',
      fault: 'The row has 4 cells, and there are 3 columns.',
    })
    expect(events.map(({ at, fields, venues }) => [at, fields['title'], venues])).toEqual([
      ['line 4', 'Short', []],
    ])
  })

  test('what a spreadsheet was kept from taking for a formula is what it was', async () => {
    const { events } = await read(`title,start,cost\n"'=1+1",2031-03-11,'-5\n'Night',2031-03-11,'12'`)
    expect(events.map(({ fields }) => [fields['title'], fields['cost']])).toEqual([
      ['=1+1', '-5'],
      [escapeHtml("'Night'"), "'12'"],
    ])
  })

  test('cells may have lines of their own, and rows are still told by theirs', async () => {
    const { events } = await read('title,start,description\nOne,2031-03-11,"a\nb\nc"\nTwo,2031-03-12,d\n')
    expect(events.map(({ at }) => at)).toEqual(['line 2', 'line 5'])
    expect(events[0]?.fields['description']).toBe('a\nb\nc')
  })

  test('HTML in a title is text', async () => {
    const { events } = await read('title,start\n<script>alert(1)</script>,2031-03-11')
    expect(events[0]?.fields['title']).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})

describe('rows', () => {
  test('are known by uid, else id, else by title and start', async () => {
    const keys = async (text: string) => (await read(text)).events.map(({ key }) => key)
    expect(await keys('uid,id,title,start\na@b,7,x,2031-03-11\n,8,x,2031-03-11')).toEqual(['a@b', '8'])
    const [one] = await keys('title,start\nFair,2031-03-11')
    expect(await keys('title,date,time\nFÁIR,11.03.2031,')).toEqual([one])
    expect(await keys('title,start\nFair,2031-03-12')).not.toEqual([one])
  })

  test('that share a title and a start are events of their own, unless they say all the same', async () => {
    const table =
      'title,start,venue\nYoga,2031-03-11 18:00,A\nYoga,2031-03-11 18:00,B\nYoga,2031-03-11 18:00,A\n'
    const { records, events } = await read(table)
    expect(events.map(({ venues }) => venues)).toEqual([['a'], ['b']])
    expect(new Set(events.map(({ key }) => key)).size).toBe(2)
    expect(records.filter((record) => 'fault' in record)).toMatchObject([
      { at: 'line 4', fault: 'It is the same as line 2, and was left out.' },
    ])
    // Alone, or first, a row has the key that it has here.
    expect((await read('title,start,venue\nYoga,2031-03-11 18:00,A')).events[0]?.key).toBe(events[0]?.key)
  })

  test('with an id that another row has are events of their own, and that is told', async () => {
    const { events } = await read('uid,title,start\na,One,2031-03-11\na,Two,2031-03-12\na,Three,2031-03-12')
    expect(events.map(({ fields, lost }) => [fields['title'], lost])).toEqual([
      ['One', []],
      ['Two', ['id: it is that of line 2, so that this is an event of its own']],
      ['Three', ['id: it is that of line 2, so that this is an event of its own']],
    ])
    expect(new Set(events.map(({ key }) => key)).size).toBe(3)
  })

  test('say several names between commas or semicolons, and links are records once', async () => {
    const { records } = await read(
      'title,start,categories,organizer,organizer email,lat,lng,venue\nA,2031-03-11,"Music; Art",Ann,ann@example.org,52.5,13.4,Hall\nB,2031-03-12,music,Ann,,,,Hall',
    )
    expect(
      records
        .filter(({ kind }) => kind !== 'event')
        .map((record) => ('fields' in record ? [record.kind, record.fields] : [])),
    ).toEqual([
      ['venue', { venue: 'Hall', status: 'publish', geo_lat: '52.5', geo_lng: '13.4' }],
      ['organizer', { organizer: 'Ann', status: 'publish', email: 'ann@example.org' }],
      ['category', { name: 'Music' }],
      ['category', { name: 'Art' }],
    ])
  })

  test('say a place in one line where there is no column for addresses', async () => {
    const venues = async (text: string) =>
      (await read(text)).records.flatMap((each) =>
        each.kind === 'venue' && 'fields' in each ? [each.fields] : [],
      )
    const place = '"Town Hall, 1 Main Street, Springfield"'
    expect(await venues(`title,start,location\nFair,2031-03-11,${place}`)).toEqual([
      { venue: 'Town Hall', address: '1 Main Street', city: 'Springfield', status: 'publish' },
    ])
    expect(await venues(`title,start,location,city\nFair,2031-03-11,${place},Springfield`)).toEqual([
      { venue: 'Town Hall, 1 Main Street, Springfield', city: 'Springfield', status: 'publish' },
    ])
  })

  test.each([
    ['yes', true],
    ['TRUE', true],
    ['0', false],
    ['', true],
  ])('an event on a day with “%s” under all day is all day: %s', async (said, expected) => {
    const { events } = await read(`title,start,all day\nFair,2031-03-11,${said}`)
    expect(events[0]?.fields['all_day']).toBe(expected)
  })
})

test('what only events name that will be left out is not made', async () => {
  const { records } = await read(
    'title,start,venue,categories,organizers,image\n' +
      'Fair,2031-03-11,Hall,Music,Band,https://example.org/fair.png\n' +
      ',2031-03-11,Nameless,Nothing,Nobody,https://example.org/none.png\n' +
      'Dance,never,Timeless,Nothing,Nobody,\n' +
      'Ball,,Hall,Music,Band,\n',
  )
  expect(records.map(({ kind, key }) => (kind === 'event' ? kind : `${kind} ${key}`))).toEqual([
    'venue hall',
    'organizer band',
    'category music',
    'image https://example.org/fair.png',
    'event',
    'event',
    'event',
    'event',
  ])
})
