import { Type, type StaticDecode } from 'typebox'
import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import { idList } from '../../pure/params/lists.ts'
import type { Context } from '../../http/context.ts'
import { noParams } from '../../pure/params/path.ts'
import { lacksOn } from './imports.faults.ts'

/** Where events have come from. */
export const originsRecord = Type.Object({
  origins: Type.Array(
    Type.Object({
      event: Type.Integer({ description: 'The ID of the event.' }),
      source: Type.String({ description: 'What people call its source; else its address, or its file.' }),
    }),
    { description: 'Those of the events that came from imports and are still at their sources, by ID.' },
  ),
})

const originsParams = Type.Object({ events: idList('The events, by ID.') })

/** Says of events which source they came from. */
export function originsResource({ db }: Context): Resource {
  const endpoint: Endpoint<object, StaticDecode<typeof originsParams>> = {
    methods: ['GET'],
    summary: 'Tell which of some events came from imports, and from which source each.',
    operation: 'getImportOrigins',
    params: originsParams,
    answer: { status: 200, says: 'Those that did.', schema: 'Origins' },
    handle: async ({ params }) => ({ body: { origins: await originsOf(db.read, params.events) } }),
  }
  return {
    path: '/imports/origins',
    pathParams: noParams,
    isExtension: true,
    endpoints: [endpoint],
    lacks: lacksOn('GET'),
  }
}

async function originsOf(db: Reader, ids: readonly number[]) {
  const found = new Map<number, string>()
  for (const some of inParts([...new Set(ids)])) {
    const rows = await db
      .selectFrom('import_keys')
      .innerJoin('import_sources', 'import_sources.id', 'import_keys.source_id')
      .leftJoin('import_schedules', 'import_schedules.reading', 'import_sources.name')
      .select(['import_keys.record_id', 'import_sources.name as reading', 'import_schedules.name'])
      .where('import_keys.record_id', 'in', some)
      .where('import_keys.kind', '=', 'event')
      .where('import_keys.gone', '=', 0)
      .orderBy('import_keys.record_id')
      .orderBy('import_schedules.id')
      .execute()
    // An event that several sources have is called after the first.
    for (const { record_id: id, reading, name } of rows) if (!found.has(id)) found.set(id, name ?? reading)
  }
  return [...found].map(([event, source]) => ({ event, source }))
}
