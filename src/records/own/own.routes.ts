import { type Caller, can } from '../../http/auth/rights.ts'
import type { Context } from '../../http/context.ts'
import type { Ask, Endpoint, Lacking, Resource } from '../../http/resource.ts'
import { declaredFor, type Declaration } from '../../fields/own/declaration.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { Memory } from '../../storage/db/revisionCache.ts'
import { noParams } from '../../pure/params/path.ts'
import {
  byName,
  type ByName,
  type CreateField,
  createFieldParams,
  type ReadFields,
  readFieldsParams,
  removeFieldParams,
  type UpdateField,
  updateFieldParams,
} from './own.params.ts'
import { countSaying, countUses, readDeclarations } from './own.query.ts'
import type { OwnFieldRecord } from './own.record.ts'
import { ownSets, type SetName, setNames, setParams } from './own.sets.ts'
import {
  assertCategories,
  assertSound,
  becomingOf,
  blank,
  declare,
  declareSent,
  fail,
  haveIt,
  place,
  wanted,
} from './own.declare.write.ts'
import { seesInternal, type Shown, shownNow, viewOf } from './own.shown.ts'
import { sayAnew } from './own.said.ts'
import { assertSettled, changeWith, removing } from './own.changing.write.ts'
import { calledIn, changeDeclaration } from './own.write.ts'

/** The addresses of the fields that a calendar declares. */
export function ownResources(
  context: Context,
  builtIn: ReadonlySet<string>,
): [Resource, Resource, Resource<ByName>] {
  const changes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
  const lacks = async (caller: Caller): Promise<Lacking> =>
    can(caller, 'manage_settings')
      ? {}
      : Object.fromEntries(changes.map((method) => [method, 'manage_settings']))
  const shared = { isExtension: true, lacks } as const
  return [
    {
      ...shared,
      path: '/fields',
      pathParams: noParams,
      endpoints: [listEndpoint(context), createEndpoint(context, builtIn)],
    },
    { ...shared, path: '/fields/sets', pathParams: noParams, endpoints: [setsEndpoint(context, builtIn)] },
    {
      ...shared,
      path: '/fields/{name}',
      pathParams: byName,
      endpoints: [readEndpoint(context), updateEndpoint(context), removeEndpoint(context)],
    },
  ]
}

/** How many records say something of each field, or of one. */
type Uses = ReadonlyMap<string, number>

async function showing(
  { declared, db }: Context,
  { params, caller }: Ask<unknown, ReadFields>,
  count: () => Promise<Uses>,
): Promise<Shown> {
  const isToEdit = params.context === 'edit' && seesInternal(caller)
  if (!isToEdit) return { declared, isToEdit, uses: new Map<string, number>(), reader: params.language }
  const [uses, all] = await Promise.all([count(), readDeclarations(db.read)])
  return { declared: { all, language: declared.language }, isToEdit, uses, reader: params.language }
}

function listEndpoint(context: Context): Endpoint<object, ReadFields> {
  // To count takes 1.5 µs for each event that there is.
  const uses = new Memory<Uses>(context.db, 1)
  return {
    methods: ['GET'],
    summary: 'List the fields of its own that this calendar has declared; internal ones for who may write.',
    title: 'List the fields that this calendar has declared',
    params: readFieldsParams,
    answer: { status: 200, says: 'All of them, in their order.', schema: 'FieldList' },
    handle: async (ask) => {
      const shown = await showing(context, ask, () => uses.find('all', () => countUses(context.db)))
      const of = ask.params.kind
      const all = of === undefined ? shown.declared.all : declaredFor(shown.declared, of)
      const fields = all
        .filter((field) => field.public || seesInternal(ask.caller))
        .map((field) => viewOf(field, shown))
      return { body: { fields, total: fields.length }, holdsUntil: Infinity }
    },
  }
}

/** The field of this name, as the reader may know of it. Throws 404. */
function existing(all: readonly Declaration[], name: string, caller: Caller): Declaration {
  const field = all.find((one) => one.name === name)
  if (!field || (!field.public && !seesInternal(caller))) throw new ApiError('field-not-found', { name })
  return field
}

function readEndpoint(context: Context): Endpoint<ByName, ReadFields> {
  return {
    methods: ['GET'],
    summary: 'Read a field that this calendar has declared.',
    params: readFieldsParams,
    answer: { status: 200, says: 'The field.', schema: 'Field' },
    handle: async (ask) => {
      const { name } = ask.path
      const count = async () => new Map([[name, await countSaying(context.db.read, name)]])
      const shown = await showing(context, ask, count)
      return {
        body: viewOf(existing(shown.declared.all, name, ask.caller), shown),
        holdsUntil: Infinity,
      }
    },
  }
}

function createEndpoint(context: Context, builtIn: ReadonlySet<string>): Endpoint<object, CreateField> {
  return {
    methods: ['POST'],
    summary: 'Declare a field that records of this calendar may have.',
    params: createFieldParams,
    answer: { status: 201, says: 'The new field.', schema: 'Field' },
    handle: async ({ params, site, now }) => {
      const { language } = context.declared
      const record = await context.db.write(async (tx) => {
        await assertCategories(tx, params.categories)
        const name = await declareSent(tx, params, { builtIn, language, now: epochSeconds(now) })
        return shownNow(tx, name, language)
      })
      return { status: 201, body: record, headers: { Location: `${site.rest}/fields/${params.name}` } }
    },
  }
}

function updateEndpoint(context: Context): Endpoint<ByName, UpdateField> {
  return {
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Change what is said of a field: what is sent changes, what is not stays.',
    params: updateFieldParams,
    answer: { status: 200, says: 'The field as it is now.', schema: 'Field' },
    handle: async (ask) => {
      const { params, path, caller, now } = ask
      const { language } = context.declared
      const body = await context.db.write(async (tx) => {
        const all = await readDeclarations(tx)
        const stored = existing(all, path.name, caller)
        await ask.assertMatch(async () => shownNow(tx, stored.name, language))
        const isMovedAlone = Object.entries(params).every(
          ([param, value]) => param === 'position' || value === undefined,
        )
        if (!isMovedAlone) assertSettled(stored)
        if (params.new_name !== undefined && params.new_name !== stored.name)
          fail('name', 'cannot change; make another field')
        const type = params.type ?? stored.type
        if (type !== stored.type && !(stored.type === 'choice' && type === 'choices'))
          fail('type', 'cannot change; make another field')
        const at = epochSeconds(now)
        const next: Declaration = { ...stored, ...wanted(params, type, language), type, modified_at: at }
        // One that is gone since may stay.
        await assertCategories(
          tx,
          params.categories?.filter((id) => !stored.categories.includes(id)),
        )
        assertSound(all, next)
        const becoming = await becomingOf(tx, stored, next, params.replace)
        const placed = { ...next, position: stored.position }
        if (becoming) await changeWith(tx, placed, becoming, at)
        else await changeDeclaration(tx, placed)
        const isSeenByOthers = next.public !== stored.public || next.kinds.join() !== stored.kinds.join()
        if (isSeenByOthers) await sayAnew(tx, next)
        if (params.position !== undefined)
          await place(
            tx,
            all.map(({ id }) => id),
            stored.id,
            params.position,
          )
        return shownNow(tx, stored.name, language)
      })
      return { body }
    },
  }
}

function removeEndpoint(context: Context): Endpoint<ByName, { force?: boolean | undefined }> {
  return {
    methods: ['DELETE'],
    summary: 'Remove a field; with force, with all that records say of it.',
    params: removeFieldParams,
    answer: { status: 200, says: 'The field as it last was.', schema: 'Field' },
    handle: async ({ params, path, caller, now }) => {
      const { language } = context.declared
      const body = await context.db.write(async (tx) => {
        const field = existing(await readDeclarations(tx), path.name, caller)
        const shown = await shownNow(tx, field.name, language)
        if (!params.force && (shown.used ?? 0) > 0)
          throw new ApiError('field-in-use', {
            records: haveIt(shown.used ?? 0),
            name: calledIn(field, language),
          })
        assertSettled(field)
        await changeWith(tx, field, removing, epochSeconds(now))
        const left = (await readDeclarations(tx)).some((one) => one.id === field.id)
        // With its values removed at once it is shown as it last was.
        return left ? shownNow(tx, field.name, language) : shown
      })
      return { body }
    },
  }
}

function setsEndpoint(context: Context, builtIn: ReadonlySet<string>): Endpoint<object, { set: SetName }> {
  return {
    methods: ['POST'],
    operation: 'createFieldSet',
    summary: `Declare the fields of a ready-made set: ${setNames.join(', ')}.`,
    title: 'Declare the fields of a ready-made set',
    params: setParams,
    answer: { status: 201, says: 'The new fields.', schema: 'FieldList' },
    handle: async ({ params, now }) => {
      const { language } = context.declared
      const fields = await context.db.write(async (tx) => {
        const made: OwnFieldRecord[] = []
        for (const field of ownSets[params.set]) {
          const all = await readDeclarations(tx)
          await declare(tx, { all, builtIn }, { ...blank, ...field, modified_at: epochSeconds(now) })
          made.push(await shownNow(tx, field.name, language))
        }
        return made
      })
      return { status: 201, body: { fields, total: fields.length } }
    },
  }
}
