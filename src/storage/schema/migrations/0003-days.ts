import { type Migration, triggersAlone } from '../migration.ts'

/** The log names an event whose whole days change, or that begins or ceases to last whole days: lists choose by these (`index/columns.ts`). */
export const days: Migration = { release: '1.0.0', up: triggersAlone }
