import type { Declaration } from '../../fields/own/declaration.ts'
import type { Config } from '../../config/config.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { BadUsage, command } from './command.ts'
import { secondsNow, withDatabase } from './database.ts'
import { type Columns, printList } from './table.ts'

const columns: Columns<Declaration & { readonly used: number }> = {
  name: ({ name }) => name,
  label: ({ label }) => Object.values(label)[0] ?? '',
  kinds: ({ kinds }) => kinds.join(','),
  type: ({ type }) => type,
  is: ({ required, public: isPublic, filter, changing }) =>
    [required && 'required', !isPublic && 'internal', filter && 'filter', changing && 'changing']
      .filter(Boolean)
      .join(','),
  used: ({ used }) => used,
}

/** The language of texts that are given without one. */
async function languageOf({ siteLocale }: Config) {
  const { spokenIn } = await import('../../pure/text/language.ts')
  return spokenIn(siteLocale)?.language ?? 'en'
}

async function existing(db: Reader, name: string): Promise<Declaration> {
  const { readDeclarations } = await import('../../records/own/own.query.ts')
  const { nearest } = await import('../../pure/text/nearestWords.ts')
  const all = await readDeclarations(db)
  const field = all.find((one) => one.name === name)
  if (field) return field
  const meant = nearest(
    name,
    all.map((one) => one.name),
  )
  const near = meant === undefined ? '' : `; the nearest is “${meant}”`
  throw new Error(`This calendar has no field “${name}”${near}: “kalends fields” lists them.`)
}

/** The commands for fields that a calendar declares for itself. */
export const fieldCommands = [
  command({
    name: 'fields add',
    arguments: ['NAME'],
    options: {
      type: { value: 'TYPE', says: 'text, number, choice, choices, boolean, link or date.' },
      label: { value: 'TEXT', says: 'What people call it, in the language of the site.' },
      kinds: {
        value: 'KINDS',
        says: 'Which records have it: event,venue,organizer; events unless you say so.',
      },
      options: { value: 'VALUES', says: 'What can be chosen: children=Children,adults=Adults.' },
      required: { says: 'What is published must have it.' },
      internal: { says: 'Only who edits sees it.' },
      filter: { says: 'Lists are narrowed by it.' },
    },
    summary: 'Declare a field that records of this calendar may have',
    details:
      'A running server has it from the next request on. All that a field may be is said over REST, at …/fields.',
    run: async (world, { NAME: name, type, label, kinds, options, required, internal, filter }) => {
      if (type === undefined || label === undefined)
        throw new BadUsage('A new field needs --type and --label.')
      const { decode } = await import('../../http/decodedParameters.ts')
      const { createFieldParams } = await import('../../records/own/own.params.ts')
      const { declareSent } = await import('../../records/own/own.declare.write.ts')
      const { builtInNames } = await import('../surface.fields.ts')
      const sent = {
        name,
        type,
        label,
        ...(kinds === undefined ? {} : { kinds }),
        ...(options === undefined ? {} : { options: optionsIn(options) }),
        required,
        filter,
        public: !internal,
      }
      const { values, faults } = decode(createFieldParams, sent)
      for (const [param, { message }] of faults) throw new BadUsage(`${param} ${message}.`)
      await withDatabase(world, async (db, config) => {
        const language = await languageOf(config)
        // What was decoded by these parameters has their types.
        const field = values as Parameters<typeof declareSent>[1]
        await db.write((tx) =>
          declareSent(tx, field, { builtIn: builtInNames, language, now: secondsNow(world) }),
        )
      })
      world.print(`Declared ${name}.`)
    },
  }),
  command({
    name: 'fields set',
    arguments: ['SET'],
    options: {},
    summary: 'Declare the fields of a ready-made set: audience, ages, languages or access',
    run: async (world, { SET: text }) => {
      const { ownSets, setNames } = await import('../../records/own/own.sets.ts')
      const { blank, declare } = await import('../../records/own/own.declare.write.ts')
      const { readDeclarations } = await import('../../records/own/own.query.ts')
      const { builtInNames: builtIn } = await import('../surface.fields.ts')
      const set = setNames.find((one) => one === text)
      if (!set) throw new BadUsage(`There is no set “${text}”. These are: ${setNames.join(', ')}.`)
      const made = await withDatabase(world, (db) =>
        db.write(async (tx) => {
          const names: string[] = []
          for (const field of ownSets[set]) {
            const all = await readDeclarations(tx)
            names.push(
              await declare(tx, { all, builtIn }, { ...blank, ...field, modified_at: secondsNow(world) }),
            )
          }
          return names
        }),
      )
      world.print(`Declared ${made.join(', ')}.`)
    },
  }),
  command({
    name: 'fields remove',
    arguments: ['NAME'],
    options: { force: { says: 'With all that records say of it.' } },
    summary: 'Remove a field of this calendar',
    run: async (world, { NAME: name, force }) => {
      const { countSaying } = await import('../../records/own/own.query.ts')
      const { assertSettled, changeRest, changeWith, removing } =
        await import('../../records/own/own.changing.write.ts')
      await withDatabase(world, async (db) => {
        const field = await existing(db.read, name)
        const used = await countSaying(db.read, name)
        if (used > 0 && !force)
          throw new Error(
            `${used === 1 ? '1 record has' : `${used} records have`} “${name}”: --force removes it with its values.`,
          )
        await db.write(async (tx) => {
          assertSettled(await existing(tx, name))
          await changeWith(tx, field, removing, secondsNow(world))
        })
        // What is left of many records: broken off, a running server, or the next one, goes on with it.
        await changeRest(db, { now: () => secondsNow(world) })
      })
      world.print(`Removed ${name}.`)
    },
  }),
  command({
    name: 'index',
    arguments: [],
    options: {},
    summary: 'Have searches find what records say in fields of this calendar as it is called now',
    details:
      'Records follow by themselves when they are changed: this is for labels that have changed since.',
    run: async (world) => {
      const { sayAllAnew } = await import('../../records/own/own.said.ts')
      const count = await withDatabase(world, sayAllAnew)
      world.print(
        count === 1
          ? '1 record is found by other words now.'
          : `${count} records are found by other words now.`,
      )
    },
  }),
  // Last, as the first command that the words start with is run.
  command({
    name: 'fields',
    arguments: [],
    options: { json: { says: 'Print JSON.' } },
    summary: 'List the fields that this calendar has declared, and how many records have each',
    run: async (world, { json }) => {
      const { countUses, readDeclarations } = await import('../../records/own/own.query.ts')
      const rows = await withDatabase(world, async (db) => {
        const uses = await countUses(db)
        return (await readDeclarations(db.read)).map((field) =>
          Object.assign(field, { used: uses.get(field.name) ?? 0 }),
        )
      })
      printList(world, rows, columns, json)
    },
  }),
]

/** `children=Children,adults`: what is before the sign is the value, and its label where there is none. */
function optionsIn(text: string): readonly { value: string; label: string }[] {
  return text.split(',').map((one) => {
    const [value = '', ...label] = one.split('=')
    return { value: value.trim(), label: label.join('=').trim() || value.trim() }
  })
}
