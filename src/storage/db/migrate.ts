import { packageVersion } from '../../config/version.ts'
import { initial } from '../schema/migrations/0001-initial.ts'
import { listed } from '../schema/migrations/0002-listed.ts'
import { days } from '../schema/migrations/0003-days.ts'
import { continues } from '../schema/migrations/0005-continues.ts'
import { seriesPublic } from '../schema/migrations/0006-series-public.ts'
import { decisions } from '../schema/migrations/0007-decisions.ts'
import { accepted } from '../schema/migrations/0008-accepted.ts'
import { wide } from '../schema/migrations/0009-wide.ts'
import { own } from '../schema/migrations/0010-own.ts'
import { registration } from '../schema/migrations/0011-registration.ts'
import { notices } from '../schema/migrations/0012-notices.ts'
import { letters } from '../schema/migrations/0013-letters.ts'
import { registrationNews } from '../schema/migrations/0014-registration-news.ts'
import { addingTexts } from '../schema/migrations/addingTexts.ts'
import type { Migration } from '../schema/migration.ts'

/** Every migration in order, under its number. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-listed': listed,
  '0003-days': days,
  // What clients of the original’s newer interface write.
  '0004-excerpts': addingTexts('1.0.0', { venues: ['excerpt'], organizers: ['excerpt'] }),
  '0005-continues': continues,
  '0006-series-public': seriesPublic,
  '0007-decisions': decisions,
  '0008-accepted': accepted,
  '0009-wide': wide,
  '0010-own': own,
  '0011-registration': registration,
  '0012-notices': notices,
  '0013-letters': letters,
  '0014-registration-news': registrationNews,
  // What is under way with a field that many records have.
  '0016-changing': addingTexts('1.1.0', { fields: ['changing'] }),
}

/** What decides which databases a program may use, and what it does to them. */
export interface Program {
  readonly version: string
  /** In order, each under the name by which a database remembers that it was applied. */
  readonly migrations: Readonly<Record<string, Migration>>
}

let played: Partial<Program> = {}
let version: string | undefined

/** This program; whoever has opened a database goes on as the one that it was then. */
export function program(): Program {
  version ??= packageVersion()
  return { version, migrations, ...played }
}

/** Has this process be another program from now on, an older or a newer one: for tests. Answers what ends that. */
export function playProgram(other: Partial<Program>): () => void {
  played = other
  return () => {
    played = {}
  }
}
