import fc from 'fast-check'
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { acting } from '../../src/storage/db/transactions.ts'
import { icalSource } from '../../src/outward/imports/ical/ical.source.ts'
import type { ImportRecord } from '../../src/outward/imports/imports.record.ts'
import { jsonldSource } from '../../src/outward/imports/jsonld/jsonld.source.ts'
import { csvSource } from '../../src/outward/imports/csv/csv.source.ts'
import { runs } from '../support/runs.ts'
import { emptyCalendar, now, sourceOf } from './importing.ts'

/** Texts as WordPress and its plugins render them; each number is another answer. */
const rendered: readonly ((answer: number) => string)[] = [
  (answer) =>
    `<figure class="wp-block-image wp-lightbox-container" data-wp-context="{&quot;imageId&quot;:&quot;${uniqid(answer)}&quot;}"><img src="https://pictures.example/a.png?ver=${answer}" alt="Ours"></figure>`,
  (answer) =>
    `<div id="gallery-${answer}" class="gallery"><a href="#gallery-${answer}">All</a> of them</div>`,
  (answer) =>
    `<div class="wp-block-group wp-container-${answer} wp-elements-${uniqid(answer)}"><p>Text</p></div>`,
  (answer) =>
    `<p><a href="https://old.example/join?_wpnonce=${uniqid(answer)}">Join</a> <span tabindex="${answer}">us</span></p>`,
]

function uniqid(answer: number): string {
  return hash('sha1', String(answer)).slice(0, 13)
}

/** What a source says of one record of each kind, and what of it is changed there by a name of a field. */
type Said = Readonly<Record<string, string>>
const kinds = {
  event: { table: 'events', id: 41, fields: ['title', 'description', 'excerpt', 'website'] },
  venue: { table: 'venues', id: 42, fields: ['venue', 'description', 'city', 'phone'] },
  organizer: { table: 'organizers', id: 43, fields: ['organizer', 'description', 'phone', 'email'] },
  category: { table: 'terms', id: 44, fields: ['name', 'description'] },
} as const
type Kind = keyof typeof kinds
type Field = readonly [Kind, string]
const all: Field[] = Object.entries(kinds).flatMap(([kind, { fields }]) =>
  fields.map((field) => [kind as Kind, field] as const),
)

function columnOf([kind, field]: Field): string {
  return field === kind ? 'title' : field
}

function valueOf(field: string, words: string): string {
  if (field === 'website') return `https://${words}.example/`
  return field === 'email' ? `${words}@example.org` : words
}

/** The records of a source in one of its answers; `changed` fields say something else. */
function answerOf(answer: number, texts: number, changed: readonly Field[] = []): ImportRecord[] {
  const said = (kind: Kind): Said =>
    Object.fromEntries(
      kinds[kind].fields.map((field) => {
        const words = changed.some(([one, other]) => one === kind && other === field) ? 'changed' : 'first'
        const isHtml = field === 'description' || field === 'excerpt'
        const text = rendered[texts % rendered.length]?.(answer) ?? ''
        return [field, isHtml ? `<p>${words}</p>${text}` : valueOf(field, words)]
      }),
    )
  const times = {
    start_date: '2031-05-01 20:00:00',
    end_date: '2031-05-01 22:00:00',
    timezone: 'Europe/Berlin',
  }
  return [
    { kind: 'category', key: '44', id: 44, fields: said('category') },
    {
      kind: 'venue',
      key: '42',
      id: 42,
      fields: { ...said('venue'), status: 'publish' },
      kept: { modified_at: 1_900_000_000 + answer },
    },
    { kind: 'organizer', key: '43', id: 43, fields: { ...said('organizer'), status: 'publish' } },
    {
      kind: 'event',
      key: '41',
      id: 41,
      fields: { ...said('event'), ...times, status: 'publish' },
      venues: ['42'],
      organizers: ['43'],
      categories: ['44'],
    },
  ]
}

/** A calendar with the records of a source, and what stands in their columns. */
async function taken(texts: number) {
  const calendar = await emptyCalendar()
  const { db, run, user } = calendar
  await run(sourceOf(answerOf(1, texts)))
  const read = async ([kind, field]: Field) => {
    const { table, id } = kinds[kind]
    const row = await db.read
      .selectFrom(table as 'events')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return String((row as unknown as Record<string, unknown>)[columnOf([kind, field])])
  }
  return {
    ...calendar,
    values: async () =>
      new Map(await Promise.all(all.map(async (each) => [each.join('.'), await read(each)] as const))),
    /** Somebody who has signed in writes a field, or nobody knows who. */
    edit: async ([kind, field]: Field, isKnown = true) => {
      const { table, id } = kinds[kind]
      await acting({ userId: isKnown ? user.id : 0, via: '', at: 2_000_000_000 }, async () =>
        db.write((tx) =>
          tx
            .updateTable(table as 'events')
            .set({ [columnOf([kind, field])]: valueOf(field, 'ours') })
            .where('id', '=', id)
            .execute(),
        ),
      )
    },
  }
}

const someFields = fc.uniqueArray(fc.constantFrom(...all), {
  selector: (each) => each.join('.'),
  maxLength: 5,
})

test('a source that makes its names anew changes nothing, and what it does change is that field alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(3), someFields, someFields, async (texts, edited, changed) => {
      const { db, run, edit, values } = await taken(texts)
      for (const field of edited) await edit(field)
      const [before, revision] = [await values(), await db.revision()]
      const { counts } = await run(sourceOf(answerOf(2, texts)))
      expect(Object.values(counts).map(({ created, updated }) => created + updated)).toEqual([
        0, 0, 0, 0, 0, 0,
      ])
      expect([await db.revision(), await values()]).toEqual([revision, before])

      await run(sourceOf(answerOf(3, texts, changed)))
      const after = await values()
      const differing = [...after].filter(([name, value]) => value !== before.get(name)).map(([name]) => name)
      expect(differing.toSorted()).toEqual(changed.map((each) => each.join('.')).toSorted())
      for (const each of changed) expect(after.get(each.join('.'))).toContain('changed')
    }),
    { numRuns: runs(60) },
  )
})

/** The digests that 0.1.0 wrote: of what the source said, as it said it. */
function digestOf010(record: ImportRecord): string {
  const { kind: _kind, key: _key, id, fields, ...beside } = record
  const kept = 'kept' in record ? record.kept : {}
  const { kept: _kept, ...members } = beside as Record<string, unknown>
  const said = Object.entries({ ...fields, ...kept, id, ...members })
  return JSON.stringify(
    Object.fromEntries(
      said.map(([name, value]) => [name, hash('sha1', JSON.stringify(value), 'base64url').slice(0, 11)]),
    ),
  )
}

test('after an upgrade from 0.1.0 nothing that was done here is lost, what is as it was is not written, and what changed there is taken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(3),
      someFields,
      someFields,
      fc.boolean(),
      async (texts, edited, changed, isKnown) => {
        const { db, run, edit, values } = await taken(texts)
        for (const record of answerOf(1, texts))
          await db.write((tx) =>
            tx
              .updateTable('import_keys')
              .set({ digest: digestOf010(record) })
              .where('kind', '=', record.kind)
              .where('source_key', '=', record.key)
              .execute(),
          )
        for (const field of edited) await edit(field, isKnown)
        const before = await values()
        const names = (fields: readonly Field[]) => fields.map((each) => each.join('.')).toSorted()
        const report = await run(sourceOf(answerOf(2, texts, changed)))
        const after = await values()
        const differing = [...after]
          .filter(([name, value]) => value !== before.get(name))
          .map(([name]) => name)
        const both = new Set(edited.map((each) => each.join('.')))
        expect(differing.toSorted()).toEqual(names(changed).filter((name) => !both.has(name)))
        // A text of which 0.1.0 does not know whether it was changed there is told where it was changed here.
        const isTold = ({ key, says }: { key: string; says: string }) =>
          edited.some(
            ([kind, field]) =>
              String(kinds[kind].id) === key && says.startsWith(`${field}: it was changed here`),
          )
        expect(report.assumed.every(isTold)).toBe(true)

        const revision = await db.revision()
        await run(sourceOf(answerOf(3, texts, changed)))
        expect(await db.revision()).toBe(revision)
        const { digest } = await db.read
          .selectFrom('import_keys')
          .select('digest')
          .where('kind', '=', 'event')
          .executeTakeFirstOrThrow()
        expect(Object.values(JSON.parse(digest) as Said).every((each) => each.startsWith('~'))).toBe(true)
      },
    ),
    { numRuns: runs(60) },
  )
})

const ics = (answer: number) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:a@example.org',
    `DTSTAMP:203101${String((answer % 28) + 1).padStart(2, '0')}T000000Z`,
    'DTSTART:20310501T180000Z',
    'DTEND:20310501T200000Z',
    'SUMMARY:Concert',
    'LOCATION:Hall',
    `DESCRIPTION:${rendered[2]?.(answer)}`,
    `ATTACH;FMTTYPE=image/png:https://127.0.0.1:1/a.png?ver=${answer}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const page = (answer: number) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': 'https://old.example/a',
    name: 'Concert',
    startDate: '2031-05-01T20:00:00+02:00',
    description: rendered[3]?.(answer),
    image: `https://127.0.0.1:1/a.png?ver=${answer}`,
    location: { '@type': 'Place', name: 'Hall', address: 'Street 1' },
  })}</script>`

const table = (answer: number) =>
  `title,start,description,venue\nConcert,2031-05-01 20:00,"${rendered[2]?.(answer).replaceAll('"', '""')}",Hall`

test.each(['calendar', 'page', 'table'])(
  'nor does a %s change anything by what it makes anew',
  async (what) => {
    const { run, context, db } = await emptyCalendar()
    const about = { siteZone: context.siteZone, now }
    const read = (answer: number) =>
      run(
        what === 'calendar'
          ? icalSource(ics(answer), about)
          : what === 'page'
            ? jsonldSource(page(answer), about)
            : csvSource(table(answer), { ...about, name: 'a.csv', map: new Map() }),
      )
    expect((await read(1)).counts.event.created).toBe(1)
    await db.write((tx) => tx.updateTable('events').set({ description: 'Ours' }).execute())
    const revision = await db.revision()
    const { counts } = await read(2)
    expect([counts.event.updated, counts.event.created, await db.revision()]).toEqual([0, 0, revision])
  },
)
