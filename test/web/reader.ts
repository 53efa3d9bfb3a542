import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import type { TestApp } from '../support/app.ts'

/**
 * Where Chromium is on the systems we know; the first one that is there is taken. Without what is around its windows, which nobody
 * sees here, it takes a third of the processor time.
 */
const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** How long a busy machine may take for whatever the browser is asked for, in milliseconds. */
const patience_ms = 180_000

/** A real browser without a window, which reads the pages of an app. */
export interface Reader {
  /** Where the app listens, without a slash at the end. */
  readonly origin: string
  /** A fresh profile: nothing is remembered of another one. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  close(): Promise<void>
}

/** The browser of this process, which goes with it: files of tests that come one after the other read in the same one. */
let shared: Promise<Browser> | undefined

/** Throws with what to install where there is no browser. */
export async function launched(): Promise<Browser> {
  const executablePath = places.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) {
    throw new Error(
      'These tests need Chromium, and none was found. Install it (on Debian: apt-get install chromium-headless-shell), or set CHROMIUM to where it is.',
    )
  }
  return chromium.launch({
    executablePath,
    timeout: patience_ms,
    // Nothing is asked of anybody but the app.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/**
 * Starts the browser unless it runs, and lets the app listen on a port of this machine, any unless one is named. Throws with what to
 * install where there is none.
 */
export async function createReader(app: TestApp, named = 0): Promise<Reader> {
  const browser = await (shared ??= launched())
  const opened: BrowserContext[] = []
  await app.app.server.listen({ host: '127.0.0.1', port: named })
  const { port } = app.app.server.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    open: async (options = {}) => {
      const context = await browser.newContext({ baseURL: origin, ...options })
      context.setDefaultTimeout(patience_ms)
      opened.push(context)
      return context
    },
    close: async () => {
      await Promise.all(opened.map((context) => context.close()))
    },
  }
}
