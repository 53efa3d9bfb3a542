import { type Ask, isKnown, root } from './fill.ask.ts'

/**
 * Adds what releases from 1.1.0 on know: fields of the calendar's own with values, also internal ones and those of places, and events that
 * people register for, one full with somebody in line, one by approval, one elsewhere. Nothing where the release knows none of it.
 */
export async function addOwn(ask: Ask, venue: number | undefined): Promise<void> {
  if (!(await isKnown(ask, `${root}/fields`))) return
  await ask(`${root}/fields/sets`, { json: { set: 'audience' } })
  await ask(`${root}/fields/sets`, { json: { set: 'ages' } })
  for (const field of [
    {
      name: 'shelf',
      type: 'text',
      label: { en: 'Shelf', de: 'Regal' },
      kinds: ['event', 'venue', 'organizer'],
    },
    { name: 'desk', type: 'number', label: 'Desk', public: false },
    { name: 'more', type: 'link', label: 'More', wire_name: '_ecp_custom_7' },
  ])
    await ask(`${root}/fields`, { json: field })
  if (venue !== undefined)
    await ask(`${root}/venues/${venue}`, { json: { fields: { shelf: 'By the door' } } })
  const told = await addEvent(ask, 'Story hour', {
    fields: {
      audience: ['children', 'families'],
      age_from: 6,
      shelf: 'Left',
      desk: 3,
      more: 'https://example.org',
    },
    registration: {
      capacity: 3,
      party_max: 2,
      note: 'Bring a cushion.',
      questions: [{ label: 'Age of the children', type: 'text', required: true }],
    },
  })
  for (const [name, party] of [
    ['Ada Example', 2],
    ['Bob Example', 1],
    ['Cem Example', 1],
  ] as const)
    await ask(`${root}/events/${told}/guests`, {
      json: { name, party, email: `${name.slice(0, 3).toLowerCase()}@example.org`, answers: { q1: '6' } },
    })
  const asked = await addEvent(ask, 'Tour of the tower', { registration: { mode: 'approval', capacity: 8 } })
  await ask(`${root}/events/${asked}/guests`, { json: { name: 'Dan Example' } })
  await addEvent(ask, 'Talk', { registration: { mode: 'external', url: 'https://tickets.example.org/talk' } })
}

async function addEvent(ask: Ask, title: string, more: object): Promise<number> {
  const when = {
    start_date: '2031-10-04 15:00:00',
    end_date: '2031-10-04 16:00:00',
    timezone: 'Europe/Berlin',
  }
  const { id } = await ask(`${root}/events`, { json: { title, ...when, ...more } })
  return id
}
