import type { Declared } from '../fields/own/declaration.ts'
import type { Zone } from '../pure/calendar/zone.ts'
import type { Database } from '../storage/db/dialect.ts'
import type { Current } from '../storage/db/revisionCache.ts'
import type { Rows } from '../storage/db/rows.ts'
import type { EventIndex } from '../storage/index/eventIndex.ts'
import type { MediaTools } from '../storage/images/tools.ts'
import type { LengthUnit, Place } from '../pure/geo/sphere.ts'
import type { CostFormat } from '../pure/text/cost.ts'
import type { Words } from '../storage/words/words.ts'

/** What the rooms share: the database, memories, and the settings that decide how records are shown. */
export interface Context {
  readonly db: Database
  /** Which events a list has. */
  readonly index: EventIndex
  /** Which events have a word. */
  readonly words: Words
  /** Remembered rows that many events show: venues, organizers, terms, images. */
  readonly rows: Current<Rows>
  readonly siteZone: Zone
  /** `HH:MM`: when a night is over for the pages: what ends by then belongs to the evening before (D76). */
  readonly dayTurn: string
  readonly siteName: string
  /** The fields that this calendar has declared. */
  readonly declared: Declared
  readonly perPage: number
  readonly perPageMax: number
  /** How many months ahead the dates of series without an end are laid out. */
  readonly seriesHorizonMonths: number
  readonly costFormat: CostFormat
  /** ISO 4217 code of prices whose text names no currency (`json_ld`). */
  readonly currencyCode: string
  /** The unit of distances, unless a list asks for the other. */
  readonly geoUnit: LengthUnit
  /** Asks the geocoder for a place that somebody types; none is found where none is set. Throws a {@link GeocoderFault}. */
  readonly findPlace?: ((text: string) => Promise<Place | undefined>) | undefined
  /** What storing and resizing images needs. */
  readonly media: MediaTools
  /** The digest under which the password of an event is stored (D23). */
  readonly passwordDigest: (password: string) => Promise<string>
  /** The digest of a password that a reader sends; throws 429 after too many wrong ones from their address (D47). */
  readonly presentedDigest: (password: string, from: string) => Promise<string>
}
