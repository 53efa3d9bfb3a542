import { statfs } from 'node:fs/promises'
import process from 'node:process'
import { epochSeconds, utcText } from '../../pure/calendar/text.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { waitingBackfills } from '../../storage/db/backfills.state.ts'
import { program } from '../../storage/db/migrate.ts'
import { readStanding } from '../../storage/db/usable.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import type { RecentAnswers } from '../metrics/speed.ts'
import { noParams } from '../../pure/params/path.ts'
import type { Backups } from './backups.ts'
import { backupView, lacksOn } from './backups.routes.ts'
import { findFailedSignIns, findQueues } from './system.query.ts'
import type { SystemRecord } from './system.record.ts'

/** What the service knows of itself by. */
export interface SystemParts {
  readonly db: Database
  readonly config: Pick<Config, 'dataDir' | 'workers'>
  readonly backups: Backups
  readonly recent: Pick<RecentAnswers, 'speed'>
  /** Under which other address letters went out before, where they wait for that. */
  readonly lettersElsewhere: () => Promise<string | undefined>
}

/** Over how long failed attempts at accounts are told, in seconds. */
const told_s = 86_400

/** How the service stands, for who looks after it. */
export function systemResource(parts: SystemParts): Resource {
  const read: Endpoint = {
    methods: ['GET'],
    summary:
      'See how the service stands: its version, database, disk, speed, queues, backups and failed sign-ins.',
    params: noParams,
    answer: { status: 200, says: 'How it stands.', schema: 'System' },
    handle: async ({ site, now }) => ({ body: await systemView(parts, site, now) }),
  }
  return {
    path: '/system',
    isExtension: true,
    pathParams: noParams,
    endpoints: [read],
    lacks: lacksOn('GET'),
  }
}

async function systemView(
  { db, config, backups, recent, lettersElsewhere }: SystemParts,
  site: Site,
  now: Temporal.Instant,
): Promise<SystemRecord> {
  const now_s = epochSeconds(now)
  const of = program()
  const [{ kind, version, bytes }, { oldest }, backfills, disk, queues, failed, [last]] = await Promise.all([
    db.about(),
    readStanding(db.read),
    waitingBackfills(db.read),
    statfs(config.dataDir),
    findQueues(db.read, now_s),
    findFailedSignIns(db.read, now_s - told_s),
    backups.list(),
  ])
  return {
    version: of.version,
    runtime: `Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    now_utc: utcText(now_s),
    started_utc: utcText(Math.floor(now_s - process.uptime())),
    processes: config.workers,
    memory: process.memoryUsage.rss(),
    database: { kind, version, size: bytes, migrations: Object.keys(of.migrations).length },
    disk: { total: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
    answers: recent.speed(),
    queues: queues.map(({ name, waiting, failed, lastAt }) => ({
      name,
      waiting,
      failed,
      last_utc: lastAt === null ? null : utcText(lastAt),
    })),
    failed_sign_ins: failed.map(({ login, network, count, first_at, last_at }) => ({
      login,
      network,
      count,
      first_utc: utcText(first_at),
      last_utc: utcText(last_at),
    })),
    last_backup: last ? backupView(last, site) : null,
    oldest,
    backfills: backfills.map(({ name, done, of: all }) => ({ name, done, of: all })),
    letters_elsewhere: (await lettersElsewhere()) ?? null,
  }
}
