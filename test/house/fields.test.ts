import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TObject } from 'typebox'
import { expect, test } from 'vitest'
import { columnOf } from '../../src/records/changes/changes.fields.ts'
import { blankEvent, decisive } from '../../src/records/events/events.columns.ts'
import { createEventParams, updateEventParams } from '../../src/records/events/events.params.ts'
import { shownColumns } from '../../src/records/rows/event.row.ts'
import { type RecordKind, recordSchemas } from '../../src/outward/exports/exports.records.ts'
import { isNot, type Kind, namesWhere } from '../../src/fields/declare.ts'
import { eventFields } from '../../src/fields/events.fields.ts'
import type { Field } from '../../src/fields/field.ts'
import { organizerFields } from '../../src/fields/organizers.fields.ts'
import { seriesFields } from '../../src/fields/series.fields.ts'
import { categoryFields, tagFields } from '../../src/fields/terms.fields.ts'
import { venueFields } from '../../src/fields/venues.fields.ts'
import { messages } from '../../src/fields/messages.ts'
import { writeCsv } from '../../src/outward/feeds/csv.ts'
import { sampleFeed } from '../../src/outward/feeds/feed.fixture.ts'
import { headers } from '../../src/outward/imports/csv/csv.headers.ts'
import type { LinkedKind } from '../../src/records/linked/linked.kind.ts'
import { tools } from '../../src/outward/mcp/mcp.tools.ts'
import { organizerKind } from '../../src/records/organizers/organizers.kind.ts'
import { eventColumns, venueColumns } from '../../src/storage/schema/changeLog.ts'
import { logged } from '../../src/storage/schema/history.columns.ts'
import type { HistoryKind } from '../../src/storage/schema/tables.history.ts'
import { changeParams, newParams } from '../../src/records/submissions/submissions.fields.ts'
import { proposableOf } from '../../src/records/submissions/submissions.proposable.ts'
import { schemas } from '../../src/process/surface.schemas.ts'
import { tecEventCreateParams, tecEventUpdateParams } from '../../src/outward/tec/tec.events.params.ts'
import { tecEventOwn } from '../../src/outward/tec/tec.events.record.ts'
import { tecLinkedWriteParams } from '../../src/outward/tec/tec.linked.params.ts'
import { tecLinkedOwn } from '../../src/outward/tec/tec.linked.view.ts'
import { templateColumns } from '../../src/records/schedules/schedules.template.ts'
import { categoryKind, tagKind, type TermKind } from '../../src/records/terms/terms.kind.ts'
import { venueKind } from '../../src/records/venues/venues.kind.ts'
import { wpWriteParams } from '../../src/outward/wp/wp.linked.params.ts'
import { wpMetaParam } from '../../src/outward/wp/wp.events.meta.ts'

// What every room says of the fields of a record, in its order, as it was when each room had a list of its own. Whatever takes its list
// from the declaration (`src/fields/`) says the same.

/** The parameters as they are documented. */
const paramsOf = ({ properties, required }: TObject) => ({ ...properties, required })

/** The members of a record by name, in their order. */
function recordOf(name: keyof typeof schemas) {
  return paramsOf(schemas[name] as TObject)
}

/** The columns that the history keeps, and how each is told. */
function historyOf(kind: HistoryKind, table: string) {
  const { columns = [] } = logged.find((each) => each.table === table) ?? {}
  return Object.fromEntries(columns.toSorted().map((column) => [column, columnOf(kind, column)]))
}

/** What an export has of each record; what it says of that is for readers. */
function exported(kind: RecordKind): unknown {
  return JSON.parse(JSON.stringify(recordSchemas[kind].properties), (key, value: unknown) =>
    key === 'description' ? undefined : value,
  )
}

/** The file of each kind. */
const heldIn: Readonly<Record<string, Held>> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  series: 'series',
}

type Held = 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'series' | 'names'

const textOf = (held: Held) => readFileSync(join(import.meta.dirname, `fields/${held}.json`), 'utf8')
const holds = (held: Held, name: string) => textOf(held).includes(JSON.stringify(name))

/**
 * What fields that were declared since are called, anywhere: what is said of those follows from the declaration (`test/imports/everyField.surfaces.test.ts`
 * and `test/imports/everyField.test.ts` try them), so that adding one changes nothing here. With TEST_FIELDS set it is held as well.
 */
const since: readonly string[] = process.env['TEST_FIELDS']
  ? []
  : [eventFields, venueFields, organizerFields, categoryFields, tagFields, seriesFields].flatMap(
      (kind: Kind) => {
        const held = heldIn[kind.name] ?? 'events'
        return namesWhere(
          kind,
          ({ record, param }, name) => !(isNot(record) && isNot(param)) && !holds(held, name),
        ).flatMap((name) => {
          const { column, wp, tec, headers } = kind.fields[name] as Field
          return [name, column, wp, tec, headers].filter((one) => typeof one === 'string')
        })
      },
    )

const isNew = (name: unknown, held: Held) =>
  typeof name === 'string' && since.includes(name) && !holds(held, name)

/** The same without what fields are called that the file does not hold yet. */
function asHeld(facts: unknown, held: Held): unknown {
  if (Array.isArray(facts)) return facts.filter((one) => !isNew(one, held)).map((one) => asHeld(one, held))
  if (typeof facts !== 'object' || facts === null) return facts
  const members = Object.entries(facts).filter(([name]) => !isNew(name, held))
  return Object.fromEntries(members.map(([name, member]) => [name, asHeld(member, held)]))
}

/** As JSON, with a line for each thing that is said. */
const said = (facts: object, held: Held, depth = 2) => `${lines(asHeld(facts, held), '', depth)}\n`

function lines(value: unknown, indent: string, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${indent} ${JSON.stringify(name)}: ${lines(member, `${indent} `, depth - 1)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}

async function csvHead(): Promise<string> {
  let text = ''
  async function* none(): AsyncGenerator<never> {}
  for await (const part of writeCsv(sampleFeed, none())) text += part
  return text
}

test('events', async () => {
  const facts = {
    create: paramsOf(createEventParams),
    update: paramsOf(updateEventParams),
    record: recordOf('Event'),
    // In which order columns are written or looked at makes no difference.
    blank: Object.fromEntries(
      Object.entries(blankEvent).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    shown: shownColumns.toSorted(),
    decisive: decisive.toSorted(),
    logged: eventColumns.toSorted(),
    history: historyOf('event', 'events'),
    exported: exported('event'),
    wpMeta: wpMetaParam,
    wpRecord: recordOf('WpEvent'),
    tecCreate: paramsOf(tecEventCreateParams),
    tecUpdate: paramsOf(tecEventUpdateParams),
    tec: tecEventOwn,
    csv: (await csvHead()).replaceAll(/,(\w+)/g, (whole, name: string) =>
      isNew(name, 'events') ? '' : whole,
    ),
    headers,
    proposable: { new: Object.keys(newParams.properties), change: Object.keys(changeParams.properties) },
    tools: Object.fromEntries(tools.map(({ name, input, output }) => [name, { input, output }])),
  }
  await expect(said(facts, 'events')).toMatchFileSnapshot('fields/events.json')
})

const linked = (kind: LinkedKind) => ({
  create: paramsOf(kind.createParams),
  update: paramsOf(kind.updateParams),
  record: recordOf(kind.schema as keyof typeof schemas),
  columns: kind.columns,
  // In which order a change of place is looked for, makes no difference.
  place: kind.place.toSorted(),
  meta: kind.meta,
  history: historyOf(kind.name, kind.table),
  exported: exported(kind.name),
  wpCreate: paramsOf(wpWriteParams(kind, 'create')),
  wpUpdate: paramsOf(wpWriteParams(kind, 'update')),
  wpRecord: recordOf(`Wp${kind.schema}` as keyof typeof schemas),
  tecCreate: paramsOf(tecLinkedWriteParams(kind, 'create')),
  tecUpdate: paramsOf(tecLinkedWriteParams(kind, 'update')),
  tec: tecLinkedOwn(kind),
  proposable: Object.keys(proposableOf[kind.name]),
})

test('venues and organizers', async () => {
  await expect(said({ ...linked(venueKind), logged: venueColumns.toSorted() }, 'venues')).toMatchFileSnapshot(
    'fields/venues.json',
  )
  await expect(said(linked(organizerKind), 'organizers')).toMatchFileSnapshot('fields/organizers.json')
})

const terms = (kind: TermKind) => ({
  create: paramsOf(kind.createParams),
  update: paramsOf(kind.updateParams),
  wpCreate: paramsOf(kind.wp.createParams),
  record: recordOf(kind.schema),
  wpRecord: recordOf(`Wp${kind.schema}`),
  exported: exported(kind.name),
  history: historyOf(kind.name, 'terms'),
})

test('categories and tags', async () => {
  const facts = { ...terms(categoryKind), nested: recordOf('Term') }
  await expect(said(facts, 'categories')).toMatchFileSnapshot('fields/categories.json')
  await expect(said(terms(tagKind), 'tags')).toMatchFileSnapshot('fields/tags.json')
})

test('series', async () => {
  const facts = {
    record: recordOf('Series'),
    exported: exported('series'),
    history: historyOf('series', 'series'),
    template: Object.keys(templateColumns({} as Parameters<typeof templateColumns>[0])),
  }
  await expect(said(facts, 'series')).toMatchFileSnapshot('fields/series.json')
})

test('names of fields, in all languages', async () => {
  await expect(said(messages, 'names', 1)).toMatchFileSnapshot('fields/names.json')
})

test('what is declared is known to browsers, and brings no package along', () => {
  const found = new Set<string>()
  const packages: string[] = []
  const follow = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type )[^']*? from '([^']+)'/gm))
      if (from.startsWith('.')) follow(join(dirname(file), from))
      else packages.push(`${file}: ${from}`)
  }
  const folder = join(import.meta.dirname, '../../src/fields')
  for (const name of readdirSync(folder)) if (name.endsWith('.fields.ts')) follow(join(folder, name))
  expect(found.size).toBeGreaterThan(8)
  expect(packages).toEqual([])
})
