import { Type, type Static } from 'typebox'

const utc = (description: string) => Type.String({ description, examples: ['2031-03-11 18:00:00'] })
const utcOrNull = (description: string) => Type.Union([utc(description), Type.Null()], { description })
const millisecondsOrNull = (description: string) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description })
const number = (description: string) => Type.Integer({ minimum: 0, description })

/** A backup, as it is listed. */
export const backupRecord = Type.Object({
  name: Type.String({ description: 'By which it is downloaded.', examples: ['kalends-20310311-180000.db'] }),
  created_utc: utc('Of which moment it is, in UTC.'),
  size: number('Its size in bytes.'),
  rest_url: Type.String({ format: 'uri', description: 'Where it is downloaded.' }),
  before: Type.Union([Type.String(), Type.Null()], {
    description: 'Before the upgrade to which version it was made by itself; null: somebody asked for it.',
    examples: ['1.1.0'],
  }),
})
export type BackupRecord = Static<typeof backupRecord>

/** The backups that there are. */
export const backupListRecord = Type.Object({
  backups: Type.Array(backupRecord, { description: 'The newest first.' }),
  running: Type.Boolean({ description: 'Whether one is being made.' }),
  failed: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the last one failed, if it did since this process began.',
  }),
  kept: number(
    'How many are kept of those that were asked for: the oldest ones beyond go when another one is made.',
  ),
  possible: Type.Boolean({
    description: 'Whether they can be made here: a calendar in PostgreSQL is backed up by pg_dump.',
  }),
})
export type BackupList = Static<typeof backupListRecord>

/** How the service stands. */
export const systemRecord = Type.Object({
  version: Type.String({ description: 'The version of the program.' }),
  runtime: Type.String({ description: 'What it runs on.', examples: ['Node.js 24.1.0, linux x64'] }),
  now_utc: utc('The time of the service, in UTC.'),
  started_utc: utc('When the process that answers was started, in UTC.'),
  processes: number('How many processes answer requests on this machine.'),
  memory: number('What the process that answers takes, in bytes.'),
  database: Type.Object({
    kind: Type.Enum(['SQLite', 'PostgreSQL']),
    version: Type.String({ description: 'Its version.' }),
    size: number('Its size in bytes.'),
    migrations: number('How many migrations have been applied: all that this version has.'),
  }),
  disk: Type.Object(
    {
      total: number('What there is, in bytes.'),
      free: number('What is free, in bytes.'),
    },
    { description: 'Of the file system of DATA_DIR.' },
  ),
  answers: Type.Object(
    {
      count: number('How many of them.'),
      half_ms: millisecondsOrNull('Within how many milliseconds half of them were sent; null without any.'),
      most_ms: millisecondsOrNull('Within how many milliseconds 99 of 100 were sent.'),
    },
    {
      description:
        'How long the last answers to reads took, a thousand at most, of the process that answers.',
    },
  ),
  queues: Type.Array(
    Type.Object({
      name: Type.String({ description: 'What is done.', examples: ['mail'] }),
      waiting: number('How many wait.'),
      failed: number('How many were given up in the last 30 days.'),
      last_utc: utcOrNull('When the last one was tried or done, in UTC, where that is known.'),
    }),
    { description: 'Work that is done beside the requests.' },
  ),
  failed_sign_ins: Type.Array(
    Type.Object({
      login: Type.String({ description: 'The account that was aimed at; empty where nobody has that name.' }),
      network: Type.String({ description: 'The address; of IPv6 the network.' }),
      count: number('How often it failed.'),
      first_utc: utc('When it failed first, in UTC.'),
      last_utc: utc('When it failed last, in UTC.'),
    }),
    { description: 'Wrong passwords and tokens of the last 24 hours, the newest first.' },
  ),
  last_backup: Type.Union([backupRecord, Type.Null()]),
  oldest: Type.String({
    description: 'The oldest version that can use the database: down to it there is a way back.',
    examples: ['0.1.0'],
  }),
  backfills: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The migration that it belongs to.', examples: ['0007-houses'] }),
      done: number('How many records are done.'),
      of: number('How many there are.'),
    }),
    { description: 'What an upgrade has left to be done beside the requests, until it is done.' },
  ),
  letters_elsewhere: Type.Union([Type.String(), Type.Null()], {
    description:
      'At which other address this calendar was when letters went out: they wait to be sent from here. null: they do not wait.',
  }),
})
export type SystemRecord = Static<typeof systemRecord>
