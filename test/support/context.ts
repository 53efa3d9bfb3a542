import type { TObject } from 'typebox'
import { expect } from 'vitest'
import { findZone } from '../../src/pure/calendar/zone.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { Current } from '../../src/storage/db/revisionCache.ts'
import { rowsIn } from '../../src/storage/db/rows.ts'
import { decode } from '../../src/http/decodedParameters.ts'
import type { Finding } from '../../src/process/app.context.ts'
import { EventIndex } from '../../src/storage/index/eventIndex.ts'
import type { HeldField } from '../../src/storage/index/own.ts'
import type { Context } from '../../src/http/context.ts'
import { Words } from '../../src/storage/words/words.ts'

/** What lists take of the service; everything is asked anew. */
export function forgetfulContext(db: Database, folder?: string): Context {
  const declared: Context['declared'] = { all: [], language: 'en' }
  const context = {
    db,
    index: new EventIndex({ db, folder }),
    words: new Words({ db, folder }),
    rows: new Current(db, () => rowsIn(db.read)),
    siteZone: findZone('Europe/Berlin'),
    dayTurn: '05:00',
    perPage: 10,
    perPageMax: 50,
    seriesHorizonMonths: 24,
    geoUnit: 'km',
    declared,
  }
  // They take no more of it than this.
  return context as Context
}

/** The parameters as the service reads them; the declaration says what they are. */
export function readAs<Params>(declared: TObject, query: Readonly<Record<string, unknown>>): Params {
  const { values, faults } = decode(declared, query)
  expect([...faults.values()]).toEqual([])
  return values as Params
}

/** Finds lists as who has read the whole calendar just now: at first, and anew once that is forgotten; with these fields of its own. */
export function findingAnew(
  db: Database,
  fields: () => readonly HeldField[] = () => [],
): Finding & { forget(): void } {
  const read = () => ({ index: new EventIndex({ db, fields }), words: new Words({ db }) })
  let found = read()
  return {
    get index() {
      return found.index
    },
    get words() {
      return found.words
    },
    forget: () => {
      found = read()
    },
  }
}
