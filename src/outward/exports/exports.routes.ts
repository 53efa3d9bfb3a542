import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { madeAside } from '../../storage/db/newFile.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import { noParams } from '../../pure/params/path.ts'
import { packageVersion } from '../../config/version.ts'
import { calendarIdentity } from './exports.identity.ts'
import { exportLines } from './exports.lines.ts'

/** A JSON object a line. */
const mediaType = 'application/x-ndjson'

/** What an export is made of, and where its file is while it is sent. */
interface ExportParts {
  readonly db: Database
  readonly config: Pick<Config, 'dataDir'>
}

/** The whole calendar as one file, for who looks after the service. */
export function exportResource(parts: ExportParts): Resource {
  const download: Endpoint = {
    methods: ['GET'],
    summary: 'Download the whole calendar as one file that another Kalends can read, without its pictures.',
    title: 'Download the whole calendar as one file',
    operation: 'exportCalendar',
    params: noParams,
    answer: {
      status: 200,
      says: 'The file: a JSON object a line, as “kalends export” writes it. It names everybody who may sign in.',
      schema: 'ExportLine',
      mediaTypes: [mediaType],
    },
    handle: async ({ now }) => {
      const day = now.toString().slice(0, 10)
      return {
        body: undefined,
        stream: {
          contentType: mediaType,
          etag: `"export-${epochSeconds(now)}"`,
          headers: { 'Content-Disposition': `attachment; filename="kalends-${day}.jsonl"` },
          open: async () => writtenAside(parts, now),
        },
      }
    },
  }
  return {
    path: '/export',
    isExtension: true,
    pathParams: noParams,
    endpoints: [download],
    lacks: async (caller) => (can(caller, 'manage_system') ? {} : { GET: 'manage_system' }),
  }
}

/** Writes the calendar of one moment to a file that has no name any more when it is read: who reads slowly keeps nothing waiting. */
async function writtenAside({ db, config }: ExportParts, now: Temporal.Instant) {
  const facts = { calendar: await calendarIdentity(db), program: packageVersion(), now }
  return db.atOneMoment((reader) =>
    madeAside(join(config.dataDir, 'export.jsonl'), 'partial', async (aside) => {
      const file = await open(aside, 'wx+', 0o600)
      try {
        for await (const lines of exportLines(reader, facts)) await file.appendFile(lines)
        return file.createReadStream({ start: 0 })
      } catch (error) {
        await file.close()
        throw error
      }
    }),
  )
}
