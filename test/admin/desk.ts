import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createReader, type Reader } from '../web/reader.ts'

/** When it is in the calendar and in its browsers: a Tuesday. */
export const now = Temporal.Instant.from('2031-03-11T09:30:00Z')

/** How long a busy machine may take for one step, in milliseconds. */
const patience_ms = 60_000

/** Somebody at work in the editing interface. */
export interface Desk {
  readonly page: Page
  /** What went wrong in the page: errors of scripts, and what its policy has forbidden. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

/** Sits down at the interface, signed in with a role, or not yet. */
export async function sitDown(
  reader: Reader,
  app: TestApp,
  role: Role | 'anonymous',
  options: BrowserContextOptions = {},
): Promise<Desk> {
  const context = await reader.open({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 900 },
    ...options,
    extraHTTPHeaders: {
      ...(role === 'anonymous' ? {} : authorizationOf(app.credentials[role])),
      ...options.extraHTTPHeaders,
    },
  })
  context.setDefaultTimeout(patience_ms)
  const page = await context.newPage()
  await page.clock.setFixedTime(new Date(now.epochMilliseconds))
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error.stack)))
  page.on('console', (message) => {
    // What the service refuses is said in the page; browsers note it here too. The clock of tests stays out of frames without scripts.
    if (
      message.type() === 'error' &&
      !/Failed to load resource|Blocked script execution in 'about:blank'/.test(message.text())
    )
      errors.push(message.text())
  })
  return { page, errors, close: () => context.close() }
}

function authorizationOf(login: string) {
  return { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
}

/** Sits down with a role, and answers the page. */
type Sit = (role: Role | 'anonymous', options?: BrowserContextOptions) => Promise<Page>

/**
 * A calendar for a file of tests, with those who work at it: made before the first test and filled then, closed after the last. After
 * each test nothing may have gone wrong at any desk.
 */
export function openOffice(
  settings: Parameters<typeof createTestApp>[0],
  fill: (app: TestApp) => Promise<void>,
): Sit {
  let app: TestApp
  let reader: Reader
  const desks: Desk[] = []
  beforeAll(async () => {
    app = await createTestApp(settings)
    app.setNow(now)
    await fill(app)
    reader = await createReader(app)
  })
  afterEach(async () => {
    for (const desk of desks.splice(0)) {
      expect(desk.errors).toEqual([])
      await desk.close()
    }
  })
  afterAll(async () => {
    await reader.close()
    await app.close()
  })
  return async (role, options) => {
    const desk = await sitDown(reader, app, role, options)
    desks.push(desk)
    return desk.page
  }
}
