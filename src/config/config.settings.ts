import { optionalEmail } from './config.readers.mail.ts'
import {
  bytes,
  database,
  either,
  folder,
  host,
  integer,
  line,
  list,
  matching,
  mediaStore,
  namespace,
  networks,
  nothingElse,
  oneOf,
  origin,
  type Setting,
  serviceAddress,
  siteAddress,
  zoneName,
} from './config.readers.ts'
import { changesSettings } from './config.settings.changes.ts'
import { contactSettings } from './config.settings.contact.ts'
import { lettersSettings } from './config.settings.letters.ts'
import { mailSettings } from './config.settings.mail.ts'
import { oidcSettings } from './config.settings.oidc.ts'
import { pageSettings } from './config.settings.pages.ts'
import { registrationSettings } from './config.settings.registration.ts'
import { submissionSettings } from './config.settings.submissions.ts'

/** What the log may tell of requests beside the usual. */
const logFields = ['address', 'user', 'bytes', 'agent'] as const

/** Every setting there is, in the order of the documentation. Bounds stand here, with their reasons, and nowhere else. */
export const settings = {
  HOST: {
    default: '127.0.0.1',
    value: matching(/^[\w.:%-]+$/, 'a host name or an IP address'),
    says: 'The address to listen on. `0.0.0.0` is every IPv4 address of the machine, `::` every address.',
    example: '0.0.0.0',
  },
  PORT: {
    default: '8080',
    value: integer(0, 65_535),
    says: 'The port to listen on. `0` takes any that is free.',
    example: '3000',
  },
  DATA_DIR: {
    default: './data',
    value: folder,
    says: 'Where everything is stored. The folder is made if it does not exist.',
    example: '/var/lib/kalends',
  },
  DATABASE_URL: {
    default: '${DATA_DIR}/kalends.db',
    value: database,
    says: 'The database. Any number of processes may use one PostgreSQL database (14 to 18) together. Options of the connection are parameters of its address, as for `psql`: `?sslmode=` with disable, allow, prefer (the default), require, verify-ca or verify-full, `sslrootcert=`, `sslcert=`, `sslkey=`, and `host=/var/run/postgresql` for a socket. Signs in a password are percent-encoded.',
    example: 'postgres://kalends:secret@db.example.org/kalends',
  },
  DATABASE_POOL_SIZE: {
    default: '10',
    // A PostgreSQL server accepts a hundred connections unless it is configured otherwise.
    value: integer(1, 1000),
    says: 'With PostgreSQL: the connections on which each process reads at the same time. It has three more: one to write, one to see whether anything was written, and one to follow what has changed.',
    example: '20',
  },
  DATABASE_TIMEOUT_MS: {
    default: '10000',
    value: integer(100, 600_000),
    says: 'With PostgreSQL: how long a statement may take, and how long one may wait for a connection, in milliseconds.',
    example: '5000',
  },
  BACKUP_BEFORE_UPGRADE: {
    default: 'on',
    value: oneOf('on', 'off'),
    says: 'Whether a calendar in a file that is not empty is copied to the folder `backups` in `DATA_DIR` before a new version brings it up to date, and the copy read as a whole. The last three are kept.',
    example: 'off',
  },
  SITE_URL: {
    default: '',
    value: siteAddress,
    says: 'The public address of the site: addresses in answers begin with it, and pages of its origin are the site’s own. Empty: the origin that each request was sent to.',
    example: 'https://calendar.example.org',
  },
  ...pageSettings,
  ...contactSettings,
  SITE_TIMEZONE: {
    default: 'UTC',
    value: zoneName,
    says: 'The time zone of the site: dates without one of their own are read in it.',
    example: 'Europe/Berlin',
    rest: 'timezone',
  },
  REST_ROOT: {
    default: '',
    value: matching(/^(\/[\w.~-]+)*$/, 'empty or a path that begins with a slash and does not end with one'),
    says: 'The path below which the namespaces are served.',
    example: '/wp-json',
  },
  NAMESPACES: {
    default: 'vendor/events/v1',
    // Each namespace takes a few dozen routes.
    value: list(namespace, 10, 'namespaces such as vendor/events/v1'),
    says: 'The names that the service is served under. Public pages link to the first.',
    example: 'vendor/events/v1,tribe/events/v1',
  },
  TEC_V1: {
    default: 'auto',
    value: oneOf('auto', 'on', 'off'),
    says: 'Whether `tec/v1`, the newer interface of the original, is served below the REST root: with `auto` where `REST_ROOT` is `/wp-json`, as its clients look for it there.',
    example: 'on',
  },
  MCP: {
    default: 'full',
    value: oneOf('off', 'read', 'full'),
    says: 'What assistants may do at `/mcp`: nothing, read what everybody may read, or also write, with the rights of whoever sends a token or an application password.',
    example: 'read',
  },
  MCP_OAUTH: {
    default: 'off',
    value: oneOf('off', 'on'),
    says: 'Whether assistants that people use in a browser, and that can be given no token, may sign them in with the provider of OIDC_ISSUER: with `on` they speak with `/mcp/account` (see docs/assistants.md). It takes OIDC_ISSUER, SITE_URL, and `full` for MCP.',
    example: 'on',
  },
  PER_PAGE: {
    default: '10',
    value: integer(1, 1000),
    says: 'Records on a page of a list, unless the request says otherwise.',
    example: '20',
  },
  PER_PAGE_MAX: {
    default: '50',
    // A thousand full records are some 5 MB of JSON; more would keep other requests waiting.
    value: integer(1, 1000),
    says: 'The most records on a page, whatever the request says.',
    example: '100',
  },
  CURRENCY_SYMBOL: {
    default: '$',
    value: line(10),
    says: 'The currency sign of costs that have none of their own.',
    example: '€',
    rest: 'currency_symbol',
  },
  CURRENCY_CODE: {
    default: 'USD',
    value: matching(/^[A-Z]{3}$/, 'an ISO 4217 code: three capital letters'),
    says: 'The code of that currency.',
    example: 'EUR',
    rest: 'currency_code',
  },
  CURRENCY_POSITION: {
    default: 'prefix',
    value: oneOf('prefix', 'postfix'),
    says: 'Where the currency sign stands: before the amount or after it.',
    example: 'postfix',
    rest: 'currency_position',
  },
  GEO_UNIT: {
    default: 'km',
    value: oneOf('km', 'mi'),
    says: 'The unit of distances, unless a list asks for the other: kilometres or miles.',
    example: 'mi',
    rest: 'geo_unit',
  },
  CANCELLED_DAYS: {
    default: '30',
    // What was cancelled ten years ago is in nobody's calendar any more.
    value: integer(0, 3650),
    says: 'How many days feeds list published events that went to the trash, as cancelled, so that calendars learn of it.',
    example: '7',
    rest: 'cancelled_days',
  },
  CORS_ORIGINS: {
    default: '*',
    value: either({ '*': '*', none: [] }, list(origin, 100, 'origins such as https://example.org')),
    says: 'The origins whose pages may call the service from a browser: `*` is all, `none` is none. With a password or token they may only read, unless their origin is named here.',
    example: 'https://example.org,https://app.example.org',
  },
  EMBED_ORIGINS: {
    default: '*',
    value: either({ '*': '*', none: [] }, list(origin, 100, 'origins such as https://example.org')),
    says: 'The origins whose pages may show the calendar in a frame (`/embed`): `*` is all, `none` is none.',
    example: 'https://example.org,https://app.example.org',
  },
  BODY_LIMIT: {
    default: '1mb',
    // With less no description fits; with more a few requests at a time would fill the memory that bodies are read into.
    value: bytes(1024, 100 * 1024 ** 2),
    says: 'The largest request body accepted.',
    example: '512kb',
  },
  UPLOAD_LIMIT: {
    default: '20mb',
    // Uploads are held in memory while they are worked on.
    value: bytes(1024, 200 * 1024 ** 2),
    says: 'The largest image accepted, uploaded or fetched.',
    example: '50mb',
  },
  IMAGE_PIXELS: {
    default: '64000000',
    // A decoded pixel takes four bytes: 64 million are 256 MB for the moment it takes.
    value: integer(10_000, 1_000_000_000),
    says: 'The most pixels an image may have, all frames of an animation together.',
    example: '120000000',
  },
  IMAGE_FETCH: {
    default: 'true',
    value: either({ true: true, false: false }, nothingElse),
    says: 'Whether images that are given by an address elsewhere are fetched. Nothing is fetched from private networks.',
    example: 'false',
  },
  IMAGE_HOSTS: {
    default: 'none',
    value: either({ none: [] }, list(host, 100, 'hosts such as cms.internal:8080')),
    says: 'Hosts that images may be fetched from although their addresses are private.',
    example: 'cms.internal,10.0.0.5:8080',
  },
  IMAGE_TIMEOUT_MS: {
    default: '15000',
    value: integer(100, 600_000),
    says: 'How long fetching an image may take, in milliseconds.',
    example: '5000',
  },
  MEDIA_STORE: {
    default: '${DATA_DIR}/media',
    value: mediaStore,
    says: 'Where the files of images are kept: a folder, or a bucket of an S3-compatible service, whose credentials come from the environment (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`). The bucket needs the package `@aws-sdk/client-s3` beside Kalends (`npm install @aws-sdk/client-s3`); a checkout has it.',
    example: 's3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.org&path_style=true',
  },
  GEOCODER_URL: {
    default: '',
    value: serviceAddress,
    says: 'The search address of a Nominatim, or of a service like it, that finds coordinates for venues that have only an address. It may have parameters of its own, such as a key or `countrycodes`. Empty: no service is asked. The addresses of published venues are sent there, and places that readers type; heed its terms of use.',
    example: 'https://nominatim.example.org/search?countrycodes=de',
  },
  GEOCODER_EMAIL: {
    default: '',
    value: optionalEmail,
    says: 'How that service can reach the operator of this one: sent with every query, in `User-Agent` and as `email`. Public services ask for it.',
    example: 'calendar@example.org',
  },
  GEOCODER_INTERVAL_MS: {
    default: '1000',
    value: integer(0, 3_600_000),
    says: 'The least time between two queries to that service, in milliseconds; each process counts for itself.',
    example: '2000',
  },
  ...changesSettings,
  ...mailSettings,
  ...oidcSettings,
  ...submissionSettings,
  ...registrationSettings,
  ...lettersSettings,
  SERIES_HORIZON_MONTHS: {
    default: '24',
    value: integer(1, 120),
    says: 'How many months ahead the dates of series that have no end are laid out.',
    example: '12',
  },
  URL_LIMIT: {
    default: '8192',
    // Node itself refuses requests whose address and headers together pass 16 KiB.
    value: integer(256, 15_360),
    says: 'The longest address accepted, in characters.',
    example: '4096',
  },
  REQUEST_TIMEOUT_MS: {
    default: '30000',
    value: integer(100, 600_000),
    says: 'How long a request may take, in milliseconds. A client that reads nothing of its answer for several times as long is disconnected.',
    example: '10000',
  },
  WORKERS: {
    default: '1',
    value: integer(1, 64),
    says: 'How many processes answer requests, on one database and at one address; as many as there are processors is sensible. With more than one, another process starts them and runs the background tasks. Each counts failed logins and keeps answers for itself.',
    example: '4',
  },
  SHUTDOWN_TIMEOUT_MS: {
    default: '10000',
    value: integer(0, 600_000),
    says: 'How long running requests may take to end once the service is told to stop, in milliseconds.',
    example: '5000',
  },
  TRUST_PROXY: {
    default: 'false',
    value: either({ true: true, false: false }, networks),
    says: 'Whether `X-Forwarded-*` headers are believed: from nobody, from anybody, or from the proxies listed.',
    example: '10.0.0.0/8,::1',
  },
  LOG_LEVEL: {
    default: 'info',
    value: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    says: 'The least severe level that is logged.',
    example: 'warn',
  },
  LOG_FIELDS: {
    default: 'none',
    value: either(
      { none: [], all: logFields },
      list(oneOf(...logFields), logFields.length, `of the words ${logFields.join(', ')}`),
    ),
    says: 'What the log tells of requests beside method, address, status and time: the client’s `address`, the login of the `user` who signed in, the `bytes` that were sent, and the `agent`, as the client’s program calls itself. Personal data are among it.',
    example: 'address,user,bytes,agent',
  },
  METRICS_TOKEN: {
    default: '',
    value: matching(/^[\x21-\x7e]{0,200}$/, 'at most 200 letters, digits and signs of ASCII without blanks'),
    says: 'Whoever sends it as a bearer token gets the figures of the service for Prometheus (`GET /metrics`). Programs of the same machine get them without. Empty: nobody else does.',
    example: 'Yx3vN8qk0dTzLw5s',
  },
  LOGIN_FAILURES: {
    default: '30',
    value: integer(1, 1000),
    says: 'How many failed logins a client address may have before it must wait.',
    example: '10',
  },
  LOGIN_WINDOW_S: {
    default: '300',
    value: integer(1, 86_400),
    says: 'How long a failed login counts, in seconds.',
    example: '900',
  },
  CACHE_MAX_AGE_S: {
    default: '0',
    // RFC 9111 advises against more than a year.
    value: integer(0, 31_536_000),
    says: 'How long caches may answer public reads without asking again, in seconds.',
    example: '60',
  },
  CACHE_STALE_S: {
    default: '0',
    value: integer(0, 86_400),
    says: 'How long after `CACHE_MAX_AGE_S` caches may go on with an old answer while they ask for the new one, in seconds; for twenty times as long where the service does not answer. `0`, or a `CACHE_MAX_AGE_S` of 0: not at all.',
    example: '30',
  },
  ANSWER_CACHE: {
    default: '16mb',
    // Within what a process takes in all, some 200 MB; a list of ten events takes some fifty kilobytes.
    value: bytes(0, 1024 ** 3),
    says: 'The memory for answers to public reads, which are kept until anything changes. Records that many events show, such as venues, are kept beside them. `0` keeps neither.',
    example: '64mb',
  },
} as const satisfies Record<string, Setting<unknown>>
