import { type ExportedFields, id, json, text } from '../../fields/exported.ts'

/** A field that the calendar has declared. */
export const field = {
  id: id('The ID of the field.'),
  name: text('The name by which programs know it.'),
  declaration: json('All that is declared of it, as its record shows it with context=edit.'),
} satisfies ExportedFields
