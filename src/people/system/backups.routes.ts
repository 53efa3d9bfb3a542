import { Type } from 'typebox'
import { type Caller, can } from '../../http/auth/rights.ts'
import { utcText } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Endpoint, Lacking, Method, Resource } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { parameter } from '../../pure/params/parameter.ts'
import { noParams } from '../../pure/params/path.ts'
import { type Backup, type Backups, backupsKept } from './backups.ts'
import type { BackupList, BackupRecord } from './system.record.ts'

const path = '/backups'

const byName = Type.Object({
  name: parameter(Type.String({ description: 'The name of the backup.' }), (sent) => String(sent)),
})
interface ByName {
  readonly name: string
}

/** The media type of a calendar in SQLite, as IANA registers it. */
const mediaType = 'application/vnd.sqlite3'

/** The backups: listed, made, and downloaded. */
export function backupResources(backups: Backups): [Resource, Resource<ByName>] {
  return [
    {
      path,
      isExtension: true,
      pathParams: noParams,
      endpoints: [listEndpoint(backups), makeEndpoint(backups)],
      lacks: lacksOn('GET', 'POST'),
    },
    {
      path: `${path}/{name}`,
      isExtension: true,
      pathParams: byName,
      endpoints: [downloadEndpoint(backups)],
      lacks: lacksOn('GET'),
    },
  ]
}

/** Lets those through who look after the service. */
export function lacksOn(...methods: readonly Method[]): (caller: Caller) => Promise<Lacking> {
  return async (caller) => {
    if (can(caller, 'manage_system')) return {}
    return Object.fromEntries(methods.map((method) => [method, 'manage_system']))
  }
}

/** A backup as it is told. */
export function backupView({ name, created, size, before }: Backup, site: Site): BackupRecord {
  return {
    name,
    created_utc: utcText(Math.floor(created.epochMilliseconds / 1000)),
    size,
    rest_url: `${site.rest}${path}/${name}`,
    before,
  }
}

function listEndpoint(backups: Backups): Endpoint {
  return {
    methods: ['GET'],
    summary: 'List the backups that were made here, also before upgrades.',
    params: noParams,
    answer: { status: 200, says: 'The backups.', schema: 'BackupList' },
    handle: async ({ site }) => {
      const body: BackupList = {
        backups: (await backups.list()).map((backup) => backupView(backup, site)),
        running: backups.isRunning,
        failed: backups.failed ?? null,
        kept: backupsKept,
        possible: backups.isPossible,
      }
      return { body }
    },
  }
}

function makeEndpoint(backups: Backups): Endpoint {
  return {
    methods: ['POST'],
    summary:
      'Back the calendar up now. It is answered once the copy is whole; the pictures are not in it. A calendar in PostgreSQL is backed up by pg_dump.',
    params: noParams,
    answer: { status: 201, says: 'The backup.', schema: 'Backup' },
    handle: async ({ site, now }) => {
      const body = backupView(await backups.make(now), site)
      return { status: 201, body, headers: { Location: body.rest_url } }
    },
  }
}

function downloadEndpoint(backups: Backups): Endpoint<ByName> {
  return {
    methods: ['GET'],
    summary: 'Download a backup: the file that “kalends restore” puts in the place of a calendar.',
    operation: 'downloadBackup',
    params: noParams,
    answer: {
      status: 200,
      says: 'The file. It holds what passwords are checked by: keep it as safe as the calendar.',
      schema: 'Backup',
      mediaTypes: [mediaType],
    },
    handle: async ({ path: { name } }) => {
      const found = await backups.open(name)
      if (!found) throw new ApiError('rest_backup_not_found', { name: name.slice(0, 60) })
      return {
        body: undefined,
        stream: {
          contentType: mediaType,
          etag: `"${name}"`,
          headers: {
            'Content-Disposition': `attachment; filename="${name}"`,
            'Content-Length': found.size,
          },
          open: async () => found.read(),
        },
      }
    },
  }
}
