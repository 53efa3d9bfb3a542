import { describe, expect, test } from 'vitest'
import { understood } from './tables.ts'

describe('columns as programs call them', () => {
  test.each<[string, string, string[]]>([
    [
      'Outlook in Spanish',
      'Asunto;Fecha de comienzo;Comienzo;Fecha de finalización;Finalización\nFeria;5/12/2026;19:30:00;5/12/2026;21:00:00\n',
      ['Feria: 2026-12-05 19:30 – 2026-12-05 21:00'],
    ],
    [
      'a program with days in the column of the end',
      'Asunto;Fecha de comienzo;Finalización;Hora de finalización\nFeria;5/12/2026;6/12/2026;\n',
      ['Feria: 2026-12-05 – 2026-12-06'],
    ],
    [
      'Outlook in French, which calls days and times the same',
      'Objet;Début;Début;Fin;Fin\nFête;05/12/2026;19:30:00;05/12/2026;21:00:00\n',
      ['Fête: 2026-12-05 19:30 – 2026-12-05 21:00'],
    ],
    [
      'Outlook in German, which says on and off',
      'Betreff;Beginnt am;Beginnt um;Ganztägiges Ereignis;Privat\nFest;5.12.2026;19:30:00;Aus;Aus\nMarkt;6.12.2026;0:00:00;Ein;Aus\n',
      ['Fest: 2026-12-05 19:30', 'Markt: 2026-12-06'],
    ],
    [
      'Events Manager',
      'event_name,event_start_date,event_start_time,location_name,location_address,location_town\nRun,2026-12-05,19:30:00,Park,Alley 1,Wells\n',
      ['Run: 2026-12-05 19:30 at Park, Alley 1'],
    ],
    [
      'a calendar',
      'Summary,DTSTART,DTEND\nRun,20261205T193000,20261205T200000Z\n',
      ['Run: 2026-12-05 19:30 – 2026-12-05 21:00'],
    ],
  ])('of %s', async (_, text, events) => {
    expect((await understood(text)).events).toEqual(events)
  })

  test('in English go before those in another language', async () => {
    const { records, notes } = await understood('Title,Start,Labels,Tags\nA,2026-12-05,blue,"jazz, free"\n')
    expect(
      records.flatMap((each) => (each.kind === 'tag' && 'fields' in each ? each.fields['name'] : [])),
    ).toEqual(['jazz', 'free'])
    expect(notes).toContain('Columns left out: Labels.')
  })

  test('with IDs of organizers elsewhere name nobody', async () => {
    const { records, lost } = await understood('Title,Start,Organizer\nA,2026-12-05,12 13\n')
    expect(records).toMatchObject([{ kind: 'event', organizers: [] }])
    expect(lost).toEqual(['line 2: organizers: 12 13 is an ID of another calendar'])
  })

  test('an end that is before its start is told', async () => {
    const { lost } = await understood('Title,Start,End\nA,2026-12-05 10:00,2026-12-05 09:00\n')
    expect(lost).toEqual([expect.stringMatching(/before/)])
  })
})
