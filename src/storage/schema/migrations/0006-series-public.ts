import { type Migration, triggersAlone } from '../migration.ts'

/** The log says of series whether they are public, and when they become so or are it no more, by whichever way. */
export const seriesPublic: Migration = { release: '1.0.0', up: triggersAlone }
