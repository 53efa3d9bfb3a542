import type { Refusal } from './errors.ts'

/** Refusals about backups, and about imports and their sources: rows of the one table. */
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
} as const satisfies Record<string, Refusal>
