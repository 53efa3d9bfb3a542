import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { ownKinds, ownTypes, type OwnValue } from '../../fields/own/declaration.ts'

const texts = (description: string) =>
  Type.Union([Type.String(), byAnyName(Type.String())], {
    description: `${description}; with context=edit by language.`,
  })

/** A field that the operator of the calendar has declared. */
export const ownFieldRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the field.' }),
  name: Type.String({ description: 'The name by which programs know it.' }),
  kinds: Type.Array(Type.Enum([...ownKinds]), { description: 'Which records have it.' }),
  type: Type.Enum([...ownTypes], { description: 'What it takes.' }),
  label: texts('What people call it'),
  help: texts('A sentence beside it in forms'),
  options: Type.Array(Type.Object({ value: Type.String(), label: texts('What people call it') }), {
    description: 'What can be chosen, in order.',
  }),
  required: Type.Boolean({ description: 'What is published must have it.' }),
  public: Type.Boolean({ description: 'Everybody sees it.' }),
  filter: Type.Boolean({ description: 'Lists are narrowed by it, and counted.' }),
  categories: Type.Array(Type.Integer(), {
    description: 'The categories whose events are asked for it; none: all.',
  }),
  min: Type.Union([Type.Number(), Type.String(), Type.Null()], {
    description: 'The least number, or the first day.',
  }),
  max: Type.Union([Type.Number(), Type.String(), Type.Null()], {
    description: 'The greatest number, or the last day; of texts the most characters.',
  }),
  wire_name: Type.String({ description: 'Its key in custom_fields of the original.' }),
  schema: Type.Union([Type.String(), Type.Null()], { description: 'What schema.org calls it.' }),
  position: Type.Integer({ description: 'Where it stands among the others.' }),
  modified_utc: Type.String({ description: 'The last change, in UTC.' }),
  used: Type.Optional(Type.Integer({ description: 'How many records have it; with context=edit.' })),
  changing: Type.Optional(
    Type.Boolean({
      description: 'True as long as what many records say of it is being changed, or removed; else absent.',
    }),
  ),
  progress: Type.Optional(
    Type.Object(
      { done: Type.Integer(), of: Type.Integer() },
      { description: 'Of how many records that has been done; with context=edit.' },
    ),
  ),
})

export type OwnFieldRecord = Static<typeof ownFieldRecord>

export const ownFieldListRecord = Type.Object({
  fields: Type.Array(ownFieldRecord, { description: 'In their order.' }),
  total: Type.Integer({ description: 'How many there are.' }),
})

/** How the values of a record are described, wherever a document has them. */
export const ownValuesSays =
  'What it says of the fields that this calendar has declared, by name; absent where that is nothing.'

/** The values of a record. */
export const ownValuesMember = Type.Optional(
  byAnyName(Type.Unsafe<OwnValue>({}), { description: ownValuesSays }),
)
