import type { Refusal } from './refusal.ts'

/** Refusals about backups, about imports and their sources, and about kinds and statuses: rows of the one table. */
export const refusalsOfService = {
  rest_backup_elsewhere: {
    status: 409,
    says: 'The calendar is in PostgreSQL, which pg_dump backs up: nothing is copied here.',
  },
  rest_backup_is_running: { status: 409, says: 'A backup is being made already. It takes a moment.' },
  rest_backup_failed: { status: 500, says: 'No backup was made: {reason}' },
  rest_backup_not_found: { status: 404, says: 'There is no backup with the name “{name}”.' },
  rest_import_source_not_found: { status: 404, says: 'No source of imports has the ID {id}.' },
  rest_import_source_exists: {
    status: 409,
    says: 'This address is a source already, with the ID {id}: change that one.',
  },
  rest_import_source_file: {
    status: 409,
    says: 'The source with the ID {id} is a file: send it again, as a new version of it.',
  },
  rest_type_invalid: { status: 404, says: 'There is no kind of posts “{name}”.' },
  rest_taxonomy_invalid: { status: 404, says: 'There is no kind of terms “{name}”.' },
  rest_status_invalid: { status: 404, says: 'There is no status “{name}”.' },
  rest_cannot_read_status: {
    status: 403,
    says: 'You may not read about this status: it needs the right to {right}.',
  },
  rest_cannot_view: { status: 403, says: 'You may not read this to edit it: it needs the right to {right}.' },
  'field-not-found': { status: 404, says: 'This calendar has no field “{name}”.' },
  'field-exists': { status: 409, says: 'There is a field “{name}” already.' },
  'field-in-use': {
    status: 409,
    says: '{records} “{name}”: send force=true to remove it with its values.',
  },
  'option-in-use': {
    status: 409,
    says: '{records} “{value}”: send replace={"{value}":"{first}"} or replace={"{value}":null}.',
  },
  'field-changing': {
    status: 409,
    says: 'What records say of the field “{name}” is being changed: {done} of {of} are done. Try again when all are.',
  },
  'too-many-fields': { status: 400, says: 'A calendar has {limit} fields at most. Remove one first.' },
} as const satisfies Record<string, Refusal>
