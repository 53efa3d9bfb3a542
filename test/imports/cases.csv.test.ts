import { describe, expect, test } from 'vitest'
import { caseText, understood } from './tables.ts'

describe('tables as they were written', () => {
  test.each<[string, string[]]>([
    ['blank-before-quote.csv', ['Talk: 2026-12-13 at Hall', 'Visit: 2026-12-14 at Museum, North St']],
    [
      'time-ranges.csv',
      [
        'Jam session: 2026-12-10 15:00 – 2026-12-10 17:00 at Pub',
        'Brunch: 2026-12-11 12:00 – 2026-12-11 14:00 at Pub',
        'Fete: 2026-12-12 at Green',
        'Talk: 2026-12-13 19:00 – 2026-12-13 20:00 at Hall, upper room',
      ],
    ],
    [
      'day-first.csv',
      [
        'St Nicholas fair: 2026-12-06 10:00',
        'Christmas concert: 2026-12-25 19:00',
        'New Year walk: 2027-01-01 11:00',
      ],
    ],
    ['excel-sep.csv', ['Winter market: 2026-12-12 10:00 at Town Hall']],
    [
      'german-dates.csv',
      [
        'Adventsingen: 2026-12-05 19:30 at Kirche',
        'Markt: 2026-12-06 10:00 at Platz',
        'Probe: 2026-12-07 18:00 at Saal',
        'Fest: 2026-12-08 19:00 at Saal',
      ],
    ],
    ['french-dates.csv', ['Concert: 2026-12-05 18:30 at Salle', 'Marché: 2026-12-06 09:00 at Place']],
    [
      'same-time.csv',
      [
        'Yoga for beginners: 2027-02-03 18:00 – 2027-02-03 19:00 at Hall A',
        'Yoga for beginners: 2027-02-03 18:00 – 2027-02-03 19:00 at Hall B',
      ],
    ],
    [
      'past-midnight.csv',
      [
        'Dance night: 2027-02-05 22:00 – 2027-02-06 02:00',
        'Midnight mass: 2027-02-06 23:00 – 2027-02-07 00:00',
        'Clocks go forward: 2027-03-27 22:00 – 2027-03-28 04:00',
      ],
    ],
    [
      'outlook.csv',
      [
        'Spring fair: 2027-02-13 at Green',
        'Book week: 2027-02-15 – 2027-02-19 at Library',
        'Reading: 2027-02-16 18:30 – 2027-02-16 20:00 at Library',
      ],
    ],
    [
      'formula-cell.csv',
      [
        '007 Film night: 2027-02-17 20:00 – 2027-02-17 22:00 at Kino',
        'Plain row: 2027-02-18 20:00 – 2027-02-18 22:00 at 0815 Bar',
      ],
    ],
  ])('%s', async (name, events) => {
    const read = await understood(caseText(name))
    expect(read.events).toEqual(events)
    expect({ lost: read.lost, left: read.left }).toEqual({ lost: [], left: [] })
  })

  test('in German, all rows at the same place name one venue', async () => {
    const { records } = await understood(caseText('german-dates.csv'))
    expect(records.filter(({ kind }) => kind === 'venue')).toHaveLength(3)
  })
})

describe('days before months, or months before days', () => {
  const table = (...days: string[]) =>
    ['Title,Start date', ...days.map((day, index) => `E${index},${day}`)].join('\n')

  test.each([
    [
      'de_DE',
      '2026-12-06',
      /with days before months, as SITE_LOCALE is de_DE: “06\/12\/2026” is Sunday, 6 December 2026/,
    ],
    ['en_GB', '2026-12-06', /SITE_LOCALE is en_GB/],
    [
      'en-US',
      '2026-06-12',
      /with months before days, as SITE_LOCALE is en-US: “06\/12\/2026” is Friday, 12 June 2026/,
    ],
    ['en', '2026-06-12', /as the interface reads them/],
  ])('where the column does not say it, %s does, and that is told', async (locale, day, note) => {
    const { events, notes } = await understood(table('06/12/2026', '01/02/2027'), { locale })
    expect(events[0]).toBe(`E0: ${day}`)
    expect(notes.at(-1)).toMatch(note)
  })

  test('where the column says it, nothing else counts, and nothing is told', async () => {
    const { events, notes } = await understood(table('06/12/2026', '25/12/2026'), { locale: 'en-US' })
    expect(events).toEqual(['E0: 2026-12-06', 'E1: 2026-12-25'])
    expect(notes.join()).not.toContain('SITE_LOCALE')
  })

  test('what was asked for decides; a date that is not in that order is told of', async () => {
    const { events, left } = await understood(table('06/12/2026', '25/12/2026'), { dates: 'mdy' })
    expect(events).toEqual(['E0: 2026-06-12'])
    expect(left).toEqual([expect.stringMatching(/^line 3: Its start_date must be a day.*not “25\/12\/2026”/)])
    expect((await understood(table('06/12/26'), { dates: 'ymd' })).events).toEqual(['E0: 2006-12-26'])
  })

  test('another column of the table says it as well, and a name of a month', async () => {
    const both = await understood('Title,Start date,End date\na,06/12/2026,25/12/2026', { locale: 'en-US' })
    expect(both.events).toEqual(['a: 2026-12-06 – 2026-12-25'])
    const named = await understood(table('5 December 2026', '06/12/2026'), { locale: 'en-US' })
    expect(named.events).toEqual(['E0: 2026-12-05', 'E1: 2026-12-06'])
  })

  test('dates in both orders are each read as they can be', async () => {
    const { events } = await understood(table('25/12/2026', '12/26/2026', '06/12/2026'), { locale: 'de' })
    expect(events).toEqual(['E0: 2026-12-25', 'E1: 2026-12-26', 'E2: 2026-12-06'])
  })
})

describe('headers', () => {
  test.each([
    ['en', 'Title,Date,Start,End,Location'],
    ['de', 'Titel,Datum,Beginn,Ende,Ort'],
    ['fr', 'Titre,Date,Début,Fin,Lieu'],
    ['es', 'Título,Fecha,Inicio,Fin,Lugar'],
    ['it', 'Titolo,Data,Inizio,Fine,Luogo'],
    ['nl', 'Naam,Datum,Begin,Einde,Locatie'],
    ['pt', 'Título,Data,Início,Fim,Local'],
    ['ja', 'タイトル,日付,開始,終了,場所'],
    ['ar', 'العنوان,التاريخ,البداية,النهاية,المكان'],
  ])('beside a date, start and end are times: %s', async (_, headers) => {
    const { events, notes } = await understood(`${headers}\nFair,2026-12-05,19.30,21 Uhr,Hall`)
    expect(events).toEqual(['Fair: 2026-12-05 19:30 – 2026-12-05 21:00 at Hall'])
    expect(notes.join()).not.toContain('left out')
  })

  test.each([
    ['en', 'Subject,Start Date,Start Time,End Date,End Time,All Day Event,Location,Private'],
    ['de', 'Betreff,Beginnt am,Beginnt um,Endet am,Endet um,Ganztägiges Ereignis,Ort,Privat'],
    ['fr', 'Objet,Date de début,Heure de début,Date de fin,Heure de fin,Journée entière,Emplacement,Privé'],
    [
      'es',
      'Asunto,Fecha de comienzo,Hora de comienzo,Fecha de finalización,Hora de finalización,Todo el día,Ubicación,Privado',
    ],
    ['it', 'Oggetto,Data inizio,Ora inizio,Data fine,Ora fine,Giornata intera,Luogo,Privato'],
    ['nl', 'Onderwerp,Begindatum,Begintijd,Einddatum,Eindtijd,Duurt hele dag,Locatie,Privé'],
    [
      'pt',
      'Assunto,Data de início,Hora de início,Data de término,Hora de término,Dia inteiro,Local,Particular',
    ],
    ['ja', '件名,開始日,開始時刻,終了日,終了時刻,終日イベント,場所,プライベート'],
    ['ar', 'الموضوع,تاريخ البدء,وقت البدء,تاريخ الانتهاء,وقت الانتهاء,حدث يستغرق اليوم بأكمله,الموقع,خاص'],
  ])('of calendar programs are known in %s; what is private stays so', async (_, headers) => {
    const { events, records } = await understood(
      `${headers}\nFair,2027-02-13,00:00:00,2027-02-14,00:00:00,True,Hall,False\nMine,2027-02-13,10:00,2027-02-13,11:00,False,,True`,
    )
    expect(events).toEqual(['Fair: 2027-02-13 at Hall', 'Mine: 2027-02-13 10:00 – 2027-02-13 11:00'])
    const statuses = records.flatMap((record) =>
      record.kind === 'event' && 'fields' in record ? [record.fields['status']] : [],
    )
    expect(statuses).toEqual(['publish', 'private'])
  })

  test('may stand below a title, and be repeated; empty rows and cells beyond the last column say nothing', async () => {
    const { events, notes, left } = await understood(
      'Programme 2027;;\n;;\nTitel;Datum;Ort;\n;;\nA;05.12.2026;Saal;\nTitel;Datum;Ort;\nB;06.12.2026;Saal;;;\n;;;\n',
    )
    expect(events).toEqual(['A: 2026-12-05 at Saal', 'B: 2026-12-06 at Saal'])
    expect(notes[0]).toBe('line 1: “Programme 2027” stands above the headers and was left out.')
    expect(left).toEqual([])
  })

  test('may be those of The Events Calendar: everything has its meaning, or is told as lost', async () => {
    const headers =
      'EVENT NAME,EVENT EXCERPT,EVENT VENUE NAME,EVENT ORGANIZER NAME,EVENT START DATE,EVENT START TIME,EVENT END DATE,EVENT END TIME,' +
      'ALL DAY EVENT,TIMEZONE,HIDE FROM EVENT LISTINGS,STICKY IN MONTH VIEW,FEATURE EVENT,EVENT CATEGORY,EVENT TAGS,EVENT COST,' +
      'EVENT CURRENCY SYMBOL,EVENT CURRENCY POSITION,EVENT ISO CURRENCY CODE,EVENT FEATURED IMAGE,EVENT WEBSITE,EVENT SHOW MAP LINK,' +
      'EVENT SHOW MAP,ALLOW COMMENTS,ALLOW TRACKBACKS AND PINGBACKS,EVENT DESCRIPTION'
    const row =
      'Rock &amp; Roll,Short,Town Hall,"Ann, 12",2027-03-01,7:30 PM,2027-03-01,9:30 PM,FALSE,America/New_York,TRUE,yes,1,"Music, Dance",' +
      'loud,10,€,suffix,EUR,https://example.org/a.png,www.example.org/x,TRUE,FALSE,TRUE,FALSE,<b>Bold</b>'
    const { events, records, notes, lost } = await understood(`${headers}\n${row}`)
    expect(events).toEqual(['Rock & Roll: 2027-03-01 19:30 – 2027-03-01 21:30 at Town Hall'])
    expect(records.find(({ kind }) => kind === 'event')).toMatchObject({
      fields: {
        excerpt: 'Short',
        description: '<b>Bold</b>',
        timezone: 'America/New_York',
        cost: '10 €',
        website: 'https://www.example.org/x',
        hide_from_listings: true,
        sticky: true,
        featured: true,
        show_map: false,
        show_map_link: true,
        all_day: false,
      },
      organizers: ['ann'],
      categories: ['music', 'dance'],
      tags: ['loud'],
      image: 'https://example.org/a.png',
    })
    expect(notes.join()).toContain(
      'no place here, and were lost: ALLOW COMMENTS, ALLOW TRACKBACKS AND PINGBACKS.',
    )
    expect(notes.join()).not.toContain('Columns left out')
    expect(lost).toEqual(['line 2: organizers: 12 is an ID of another calendar'])
  })

  test('may be those of venues and organizers alone, as The Events Calendar has files for them', async () => {
    const venues = await understood(
      'Venue Name,Venue Description,Venue Country,Venue Address,Venue Address 2,Venue City,Venue State/Province,Venue Zip,Venue Overwrite,' +
        'Venue Latitude,Venue Longitude,Venue Phone,Venue Website,Venue Featured Image\n' +
        'Old Mill,<i>Nice</i>,United Kingdom,Mill Lane 3,Floor 2,Norwich,Norfolk,NR1,1,"52,6",1.3,+44 1,http://mill.example/,https://mill.example/a.png',
    )
    expect(venues.records).toMatchObject([
      { kind: 'image', key: 'https://mill.example/a.png' },
      {
        kind: 'venue',
        image: 'https://mill.example/a.png',
        fields: {
          venue: 'Old Mill',
          description: '<i>Nice</i>',
          country: 'United Kingdom',
          address: 'Mill Lane 3 Floor 2',
          city: 'Norwich',
          stateprovince: 'Norfolk',
          zip: 'NR1',
          geo_lat: '52.6',
          geo_lng: '1.3',
          phone: '+44 1',
          website: 'http://mill.example/',
        },
      },
    ])
    expect(venues.notes.join()).toContain('were lost: Venue Overwrite.')
    const organizers = await understood(
      'Organizer Name,Organizer Description,Organizer Email,Organizer Website,Organizer Phone,Organizer Featured Image\nAnn,Sings,ann@example.org,ann.example,12,\n,,,,,\n',
    )
    expect(organizers.records).toMatchObject([
      {
        kind: 'organizer',
        fields: {
          organizer: 'Ann',
          description: 'Sings',
          email: 'ann@example.org',
          website: 'https://ann.example',
          phone: '12',
        },
      },
    ])
  })

  test('of tickets are refused for what they are', async () => {
    await expect(understood('Event Name or ID or Slug,Ticket Name,Ticket Price\n5,Adult,10')).rejects.toThrow(
      /this is a table of tickets, which are not imported/,
    )
  })
})

describe('cells', () => {
  const row = (headers: string, cells: string) => understood(`title,${headers}\nFair,${cells}`)

  test.each([
    ['a time alone', 'start', '19:30'],
    ['a word', 'start', 'TBA'],
    ['a day of the week', 'start', 'Friday'],
    ['a day from now', 'start', 'tomorrow'],
    ['nothing', 'start', ''],
    ['a day without a date', 'date,time', ',19:30'],
  ])('%s is no day, and never today', async (_, headers, cells) => {
    const { events, left } = await row(headers, cells)
    expect(events).toEqual([])
    expect(left).toEqual([expect.stringMatching(/^line 2: Its start_date (?:is missing|must be a day)/)])
  })

  test('that spreadsheets spoiled are told by what they are', async () => {
    expect((await row('start', '########')).left).toEqual([
      expect.stringContaining('the column was too narrow'),
    ])
    const { events, lost } = await row('start,venue', '2026-12-05,#REF!')
    expect(events).toEqual(['Fair: 2026-12-05'])
    expect(lost).toEqual(['line 2: venue is “#REF!”, which a spreadsheet could not compute'])
  })

  test('with a time that cannot be read leave the event its day, and tell', async () => {
    const { events, lost } = await row('date,time', '2026-12-05,nach der Messe')
    expect(events).toEqual(['Fair: 2026-12-05'])
    expect(lost).toEqual(['line 2: start_time is “nach der Messe”, which is no time that can be read'])
  })

  test.each([
    ['date,time,duration', '2026-12-05,19:30,90 min', '2026-12-05 19:30 – 2026-12-05 21:00'],
    ['date,time,duration', '2026-12-05,23:30,1:30', '2026-12-05 23:30 – 2026-12-06 01:00'],
    ['date,time', '2026-12-05,30.12.1899 19:30', '2026-12-05 19:30'],
    ['date,time', '46361,0.8125', '2026-12-05 19:30'],
    ['start,end', '5.12.2026 19:30,5.12.2026 21:00', '2026-12-05 19:30 – 2026-12-05 21:00'],
    ['start,end', '2026-12-05T19:30:00+01:00,2026-12-05T20:00:00Z', '2026-12-05 19:30 – 2026-12-05 21:00'],
    ['start date,start time,end date', '2026-12-05,19:30,2026-12-07', '2026-12-05 19:30 – 2026-12-07 23:59'],
    ['start date,start time,end date', '2026-12-05,19:30,2026-12-05', '2026-12-05 19:30'],
    ['date', '"5.–7. Dezember 2026"', '2026-12-05 – 2026-12-07'],
    ['date,time,timezone', '2026-12-05,19:30,W. Europe Standard Time', '2026-12-05 19:30'],
  ])('%s: %s is %s', async (headers, cells, when) => {
    const { events, left, lost } = await row(headers, cells)
    expect({ events, left, lost }).toEqual({ events: [`Fair: ${when}`], left: [], lost: [] })
  })

  test.each([
    ['private', 'yes', 'private'],
    ['sensitivity', 'Confidential', 'private'],
    ['visibility', 'privé', 'private'],
    ['public', 'no', 'draft'],
    ['status', 'Entwurf', 'draft'],
    ['status', 'whatever', 'draft'],
    ['sensitivity', 'Normal', 'publish'],
    ['status', '', 'publish'],
  ])('%s “%s” is %s', async (header, said, status) => {
    const { records } = await row(`start,${header}`, `2026-12-05,${said}`)
    expect(records.find(({ kind }) => kind === 'event')).toMatchObject({ fields: { status } })
  })

  test('with a web address in the place of a place give the event its website', async () => {
    const { records } = await row('start,location', '2026-12-05,https://meet.example/abc')
    expect(records).toMatchObject([
      { kind: 'event', venues: [], fields: { website: 'https://meet.example/abc' } },
    ])
    const letters = await row('start,website', '2026-12-05,müller.example/ä')
    expect(letters.records).toMatchObject([{ fields: { website: 'https://xn--mller-kva.example/%C3%A4' } }])
  })

  test.each([
    ['gratuit', '0'],
    ['Eintritt frei', '0'],
    ['12,50 €', '12,50 €'],
  ])('a cost of “%s” is %s', async (said, cost) => {
    const { records } = await row('start,cost', `2026-12-05,"${said}"`)
    expect(records).toMatchObject([{ fields: { cost } }])
  })
})
