import { type Migration, triggersAlone } from '../migration.ts'

/** The log says of an event that is hidden from the lists that it is not public: it leaves the feed of changes, and comes back to it (D72). */
export const listed: Migration = { release: '1.0.0', up: triggersAlone }
