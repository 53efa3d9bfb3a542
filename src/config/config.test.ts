import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/cli/sandbox.ts'
import {
  BadSettings,
  type Environment,
  readConfig,
  readEnvironment,
  settingsTable,
  unknownNames,
} from './config.ts'
import { settingsExample, settingsPage } from './config.page.ts'

test('without any setting the defaults hold', () => {
  expect(readConfig({})).toEqual({
    accessibilityContact: '',
    accessibilityEnforcement: '',
    accessibilityExceptions: '',
    accessibilityStatus: 'partial',
    securityContact: [],
    host: '127.0.0.1',
    port: 8080,
    dataDir: resolve('data'),
    databaseUrl: resolve('data/kalends.db'),
    databasePoolSize: 10,
    databaseTimeoutMs: 10_000,
    backupBeforeUpgrade: 'on',
    siteUrl: '',
    siteName: 'Kalends',
    siteDescription: 'An event calendar',
    siteLinks: [],
    footerLinks: [],
    formerPaths: {},
    siteLocale: 'en',
    weekStarts: 'auto',
    dayTurn: '05:00',
    themeFile: '',
    mapTiles: '',
    mapAttribution: '',
    siteTimezone: 'UTC',
    restRoot: '',
    namespaces: ['vendor/events/v1'],
    tecV1: 'auto',
    mcp: 'full',
    mcpOauth: 'off',
    perPage: 10,
    perPageMax: 50,
    submissions: 'off',
    submissionsQueue: 300,
    submissionsHourly: 20,
    guestsDays: 30,
    registrationConfirmMinutes: 120,
    registrationHourly: 60,
    registrationPrivacyUrl: '',
    letters: 'off',
    lettersFrom: null,
    lettersImprint: '',
    lettersPerMinute: 300,
    lettersSettle: 5,
    lettersHourly: 20,
    seriesHorizonMonths: 24,
    currencySymbol: '$',
    currencyCode: 'USD',
    currencyPosition: 'prefix',
    geoUnit: 'km',
    geocoderUrl: '',
    geocoderEmail: '',
    geocoderIntervalMs: 1000,
    historyDays: 365,
    streamReaders: 1000,
    webhookHosts: [],
    smtpUrl: null,
    mailFrom: null,
    mailFolder: '',
    oidcIssuer: '',
    oidcClientId: '',
    oidcClientSecret: '',
    oidcName: '',
    oidcScopes: 'openid profile email',
    oidcRoleClaim: 'groups',
    oidcRoles: [],
    cancelledDays: 30,
    corsOrigins: '*',
    embedOrigins: '*',
    bodyLimit: 1_048_576,
    urlLimit: 8192,
    uploadLimit: 20_971_520,
    imagePixels: 64_000_000,
    imageFetch: true,
    imageHosts: [],
    imageTimeoutMs: 15_000,
    mediaStore: { folder: resolve('data/media') },
    requestTimeoutMs: 30_000,
    workers: 1,
    shutdownTimeoutMs: 10_000,
    trustProxy: false,
    logLevel: 'info',
    logFields: [],
    metricsToken: '',
    loginFailures: 30,
    loginWindowS: 300,
    cacheMaxAgeS: 0,
    cacheStaleS: 0,
    answerCache: 16_777_216,
    siteTheme: {},
    siteLogo: 0,
    fixed: new Set(),
  })
})

test('an empty or blank value is none, and blanks around a value do not matter', () => {
  expect(readConfig({ PORT: '', SITE_NAME: '   ', PER_PAGE: ' 20 ' })).toEqual({
    ...readConfig({}),
    perPage: 20,
    fixed: new Set(['PER_PAGE']),
  })
})

test('the examples of the documentation are acceptable, and say something', () => {
  const examples = Object.fromEntries(settingsTable().map(({ name, example }) => [name, example]))
  // Assistants that only read sign nobody in.
  const read = { ...readConfig({ ...examples, MCP: 'full' }), mcp: readConfig({ MCP: examples['MCP'] }).mcp }
  const standard = readConfig({})
  for (const [name, value] of Object.entries(read))
    expect([name, value]).not.toEqual([name, standard[name as keyof typeof standard]])
})

test.each<[Environment, object]>([
  [
    { DATA_DIR: '/srv/k' },
    { dataDir: '/srv/k', databaseUrl: '/srv/k/kalends.db', mediaStore: { folder: '/srv/k/media' } },
  ],
  [
    { DATA_DIR: '/srv/k', DATABASE_URL: '/x/y.db' },
    { dataDir: '/srv/k', databaseUrl: '/x/y.db', mediaStore: { folder: '/srv/k/media' } },
  ],
  [{ DATABASE_URL: 'file:/x/a%20b.db' }, { databaseUrl: '/x/a b.db' }],
  [{ DATABASE_URL: 'file:///x/y.db' }, { databaseUrl: '/x/y.db' }],
  [{ DATABASE_URL: 'file://localhost/x/y.db' }, { databaseUrl: '/x/y.db' }],
  [{ DATABASE_URL: 'file:y.db' }, { databaseUrl: resolve('y.db') }],
  [
    { DATABASE_URL: 'postgres://u:p@h:5433/d?sslmode=require' },
    { databaseUrl: 'postgres://u:p@h:5433/d?sslmode=require' },
  ],
  [
    { DATABASE_URL: 'PostgreSQL:///d?host=/run/postgresql' },
    { databaseUrl: 'PostgreSQL:///d?host=/run/postgresql' },
  ],
  [{ SITE_URL: 'https://Example.org/' }, { siteUrl: 'https://example.org' }],
  [{ SITE_URL: 'http://example.org:8081/calendar/' }, { siteUrl: 'http://example.org:8081/calendar' }],
  [{ SITE_TIMEZONE: 'america/new_york' }, { siteTimezone: 'america/new_york' }],
  [{ SITE_TIMEZONE: 'UTC+5.5' }, { siteTimezone: 'UTC+5.5' }],
  [{ SITE_LOCALE: 'DE-at' }, { siteLocale: 'de-AT' }],
  [{ SITE_LOCALE: 'en_GB' }, { siteLocale: 'en-GB' }],
  [{ THEME_FILE: '/etc/t.json' }, { themeFile: '/etc/t.json' }],
  [
    { MAP_TILES: 'https://{s}.t.example/{z}/{x}/{y}.png' },
    { mapTiles: 'https://{s}.t.example/{z}/{x}/{y}.png' },
  ],
  [{ REST_ROOT: '/wp-json' }, { restRoot: '/wp-json' }],
  [{ NAMESPACES: 'a/b/v1, tribe/events/v1 ,a/b/v1' }, { namespaces: ['a/b/v1', 'tribe/events/v1'] }],
  [{ NAMESPACES: 'a/B/v1,A/b/v1' }, { namespaces: ['a/B/v1'] }],
  [{ CORS_ORIGINS: 'none' }, { corsOrigins: [] }],
  [
    { CORS_ORIGINS: 'https://a.org, http://b.org:81/' },
    { corsOrigins: ['https://a.org', 'http://b.org:81'] },
  ],
  [{ BODY_LIMIT: '2048' }, { bodyLimit: 2048 }],
  [{ BODY_LIMIT: '2 KB' }, { bodyLimit: 2048 }],
  [{ BODY_LIMIT: '100mb' }, { bodyLimit: 104_857_600 }],
  [{ TRUST_PROXY: 'TRUE' }, { trustProxy: true }],
  [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
  [{ LOG_LEVEL: 'Silent' }, { logLevel: 'silent' }],
  [{ LOG_FIELDS: 'none' }, { logFields: [] }],
  [{ LOG_FIELDS: 'ALL' }, { logFields: ['address', 'user', 'bytes', 'agent'] }],
  [{ LOG_FIELDS: 'Agent, address' }, { logFields: ['agent', 'address'] }],
  [
    { PER_PAGE: '100', PER_PAGE_MAX: '100' },
    { perPage: 100, perPageMax: 100 },
  ],
])('%j is read as %j', (environment, expected) => {
  expect(readConfig(environment)).toEqual({
    ...readConfig({}),
    ...expected,
    fixed: new Set(Object.keys(environment)),
  })
})

test.each([
  ['PORT', ['65536', '-1', '80.5', '0x50', '1e3', 'http', '٣']],
  ['HOST', ['a b', 'http://localhost']],
  ['DATABASE_URL', ['mysql://db/x', 'file:', 'file:%zz', ':memory:', 'postgres:x']],
  [
    'SITE_URL',
    ['example.org', 'ftp://example.org', 'https://example.org/?a=b', 'https://example.org/#x', 'https://'],
  ],
  ['SITE_NAME', ['a\nb', 'x'.repeat(201)]],
  ['SITE_TIMEZONE', ['Mars/Phobos', 'utc+3', 'UTC+99', '+1']],
  ['SITE_LOCALE', ['german', 'xx', 'de AT', 'sv']],
  ['MAP_TILES', ['https://t.example/{z}/{x}', 'ftp://t/{z}/{x}/{y}', '{z}/{x}/{y}', 'yes']],
  ['REST_ROOT', ['wp-json', '/wp-json/', '/', '//x', '/a b', '/a?b']],
  [
    'NAMESPACES',
    ['events', 'a/b', '/a/b/v1', 'a/b/v1/', 'a/b/v1,,c/d/v1', 'a/b/x1', Array(11).fill('a/b/v1').join()],
  ],
  ['PER_PAGE', ['0', '1001', 'ten']],
  ['CURRENCY_CODE', ['usd', 'US', 'DOLLAR']],
  ['CURRENCY_POSITION', ['before']],
  ['CORS_ORIGINS', ['example.org', 'https://example.org/path', '*,https://a.org', 'https://a.org,none']],
  ['BODY_LIMIT', ['1023', '101mb', '1gb', 'mb', '1.5mb', '-1']],
  ['TRUST_PROXY', ['yes', '10.0.0.0/33', '10.0.0', '::1/129', '::1/64/2', '10.0.0.0/']],
  ['LOG_LEVEL', ['loud']],
  ['LOG_FIELDS', ['ip', 'address,cookie', 'none,user']],
  ['LOGIN_FAILURES', ['0']],
])('%s must not be any of %j', (name, texts) => {
  for (const text of texts) {
    expect(() => readConfig({ [name]: text }), text).toThrow(new RegExp(`^${name} must be [^\n]+\\.$`))
  }
})

test('everything that is wrong is said at once, a sentence each, and nothing else', () => {
  const problems = problemsOf({ PORT: 'x', PER_PAGE: '60', BODY_LIMIT: '9', LOG_LEVEL: 'loud' })
  expect(problems).toEqual([
    'PORT must be a whole number from 0 to 65535, not “x”.',
    'BODY_LIMIT must be a number of bytes from 1024 to 104857600, or one with kb or mb, not “9”.',
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not “loud”.',
    'PER_PAGE must not be more than PER_PAGE_MAX: 60 is more than 50.',
  ])
  const [, ...others] = problemsOf({ DATABASE_URL: 'mysql://db/x', DATABASE_READ_URL: 'postgres://db/x' })
  expect(others).toEqual([])
})

test('a problem never repeats a password or a key', () => {
  const [database, site, geocoder] = problemsOf({
    DATABASE_URL: 'mysql://u:hunter2@h/d',
    SITE_URL: 'https://u:hunter2@h',
    GEOCODER_URL: 'ftp://h/search?key=hunter2',
  })
  expect(geocoder).toMatch(/^GEOCODER_URL must be .*, not “ftp:\/\/h\/search\?key=…”\.$/)
  expect(problemsOf({ GEOCODER_URL: 'https://u:hunter2@h/search' }).join()).not.toContain('hunter')
  expect(database).toMatch(/^DATABASE_URL must be [^\n]* PostgreSQL database\.$/)
  expect(site).toMatch(/^SITE_URL must be .* without user/)
  expect(`${database}${site}`).not.toContain('hunter2')
  expect(problemsOf({ METRICS_TOKEN: 'hunter 2' }).join(' ')).toMatch(/^METRICS_TOKEN must be [^“]*blanks\.$/)
  // What stands for itself in no address.
  for (const password of ['hunter/2', 'hunter#2', 'hunter?2', '@hunter2'])
    expect(problemsOf({ DATABASE_URL: `postgres://u:${password}@h/a/b` }).join(' ')).not.toContain('hunter')
})

test.each([
  ['DATABASE_URL', 'postgres://u:hunter2@h/d', 'postgres://u:…@h/d'],
  ['GEOCODER_URL', 'https://h/search?lang=de&key=hunter2', 'https://h/search?lang=de&key=…'],
  ['METRICS_TOKEN', 'hunter2', '…'],
])('a password or a key in %s is not printed with the settings', (setting, value, shown) => {
  const row = settingsTable({ [setting]: value }).find(({ name }) => name === setting)
  expect(row?.value).toBe(shown)
})

test('the environment goes before .env, and .env before the defaults', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), '# ours\nPORT=9001\nexport SITE_NAME="Our town"\nPER_PAGE=20\n')
  expect(readConfig(readEnvironment(folder, { PORT: '9002' }))).toMatchObject({
    port: 9002,
    siteName: 'Our town',
    perPage: 20,
    perPageMax: 50,
    seriesHorizonMonths: 24,
  })
})

test('a mark of byte order before the first name of .env is no part of it, in any encoding that has one', () => {
  const written = readFileSync(new URL('../../test/imports/cases/bom.env', import.meta.url))
  const wide = Buffer.from(written.toString('utf8'), 'utf16le')
  for (const bytes of [written, wide, Buffer.from(wide).swap16()]) {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.env'), bytes)
    expect(readConfig(readEnvironment(folder, {}))).toMatchObject({
      port: 18605,
      siteName: 'Café & Co',
      siteTimezone: 'Europe/Berlin',
    })
  }
})

test('a folder without .env is fine, and one whose .env cannot be read is not', () => {
  const folder = temporaryFolder()
  expect(readEnvironment(folder, { PORT: '1' })).toEqual({ PORT: '1' })
  expect(() => readEnvironment(folder, {})).not.toThrow()
  writeFileSync(join(folder, 'file'), '')
  expect(() => readEnvironment(join(folder, 'file'), {})).toThrow(BadSettings)
})

test('the documentation is printed from the table (vitest -u prints it anew)', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../docs/configuration.md')
})

test('the example of a file .env is printed from it too, and holds every example of a setting, as a comment', async () => {
  const text = settingsExample()
  await expect(text).toMatchFileSnapshot('../../.env.example')
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), text)
  expect(readEnvironment(folder, {})).toEqual({})
  writeFileSync(join(folder, '.env'), text.replaceAll(/^#(?=[A-Z_0-9]+=)/gm, ''))
  const examples = Object.fromEntries(settingsTable().map(({ name, example }) => [name, example]))
  expect(readEnvironment(folder, {})).toEqual({
    COMPOSE_PROFILES: 'postgres,caddy',
    POSTGRES_PASSWORD: 'secret',
    CADDY_HOST: 'calendar.example.org',
    ...examples,
  })
  expect(unknownNames(folder, {})).toEqual([])
})

function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof BadSettings) return error.problems
  }
  return []
}

test('a file .env from an editor that begins it with a byte order mark is read from its first line on', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), '\uFEFFSITE_NAME=Our town\r\nPER_PAGE=20\r\n')
  expect(readEnvironment(folder, {})).toEqual({ SITE_NAME: 'Our town', PER_PAGE: '20' })
  expect(unknownNames(folder, {})).toEqual([])
})

test('names in .env that are no settings are told, with what was probably meant, but not those of other programs', () => {
  const folder = temporaryFolder()
  const lines = ['SITE_ULR=x', 'site_name=x', 'COLOUR=x', 'PORT=1', 'AWS_REGION=x', 'PGSSLMODE=x', 'TZ=UTC']
  writeFileSync(join(folder, '.env'), lines.join('\n'))
  const file = join(folder, '.env')
  expect(unknownNames(folder, {})).toEqual([
    `The file ${file} sets COLOUR, which is no setting. “kalends config” lists those there are.`,
    `The file ${file} sets SITE_ULR, which is no setting. Did you mean SITE_URL?`,
    `The file ${file} sets site_name, which is no setting. Did you mean SITE_NAME?`,
  ])
})

test('of the environment, where other programs have theirs, only what is nearly a setting is told', () => {
  const names = ['HOSTNAME', 'EDITOR', 'DISPLAY', 'HTTP_PROXY', 'PWD', 'SITE_URL', 'PORT']
  const others = Object.fromEntries(names.map((name) => [name, '1']))
  expect(unknownNames(temporaryFolder(), { ...others, DATABSE_URL: 'x' })).toEqual([
    'The environment sets DATABSE_URL, which is no setting. Did you mean DATABASE_URL?',
  ])
})
