import { type Ask, type Keys, root } from './fill.ask.ts'

const calendarFile = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//example//EN',
  ...[1, 2, 3].flatMap((number) => [
    'BEGIN:VEVENT',
    `UID:imported-${number}@example.org`,
    'DTSTAMP:20300101T000000Z',
    `DTSTART:2031080${number}T180000Z`,
    `DTEND:2031080${number}T200000Z`,
    `SUMMARY:Imported ${number}`,
    'LOCATION:Old Mill',
    'END:VEVENT',
  ]),
  'END:VCALENDAR',
  '',
].join('\r\n')

/** Adds submissions, webhooks, imports and settings. */
export async function addWorks(ask: Ask, { applicationPasswords }: Keys): Promise<void> {
  await ask('/wp/v2/settings', {
    json: {
      title: 'Exampleton',
      description: 'All that is on',
      submissions: 'everybody',
      week_starts: 'sunday',
    },
  })
  for (const number of [1, 2, 3])
    await ask(`${root}/submissions`, {
      as: applicationPasswords[4],
      json: {
        kind: 'new',
        fields: {
          title: `Proposed ${number}`,
          start_date: `2031-09-0${number} 10:00:00`,
          end_date: `2031-09-0${number} 11:00:00`,
        },
        email: 'somebody@example.org',
        name: 'Somebody',
        note: 'It is free.',
        language: 'de',
      },
    })
  const { submissions } = await ask(`${root}/submissions`, { method: 'GET' })
  await ask(`${root}/submissions/${submissions[0].id}/accept`, { json: {} })
  await ask(`${root}/submissions/${submissions[1].id}/reject`, {
    json: { reason: 'duplicate', message: 'It is there.' },
  })
  await ask(`${root}/webhooks`, {
    json: {
      url: 'https://hooks.example.org/in',
      types: ['event.created'],
      description: 'Paper',
      enabled: false,
    },
  })
  const form = new FormData()
  form.append('file', new Blob([calendarFile], { type: 'text/calendar' }), 'old.ics')
  const started = await ask(`${root}/imports`, { body: form })
  for (let status = 'running'; status === 'running' || status === 'queued';)
    ({ status } = await ask(`${root}/imports/${started.id}`, { method: 'GET' }))
}
