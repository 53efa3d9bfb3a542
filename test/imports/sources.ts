import { expect, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import type { FakeSite } from './fakeSite.ts'

/** A calendar that may read the site. */
export async function appBeside(site: Pick<FakeSite, 'origin'>): Promise<TestApp> {
  const app = await createTestApp({ IMAGE_HOSTS: new URL(site.origin).host })
  onTestFinished(() => app.close())
  return app
}

/** Asks below `imports`, as an editor. */
export const ask = (app: TestApp, method: 'GET' | 'POST' | 'DELETE', path: string, json?: object) =>
  app.ask({ as: 'editor', method, path: `imports/${path}`.replace('/?', '?'), ...(json ? { json } : {}) })

/** The source once no run of it is under way. */
export async function atRest(app: TestApp, id: number) {
  return vi.waitFor(
    async () => {
      const { body } = await ask(app, 'GET', `sources/${id}`)
      expect(body.running).toBe(false)
      return body
    },
    { timeout: 60_000, interval: 25 },
  )
}

const boundary = 'aBoundary'

/** A file and parameters in a multipart form. */
/** Sends a form with a file. */
export function form(
  app: TestApp,
  path: string,
  file: { name: string; text: string },
  more: Record<string, string> = {},
) {
  const parts = Object.entries(more).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const raw = [
    ...parts,
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: text/csv\r\n\r\n${file.text}\r\n--${boundary}--\r\n`,
  ].join('')
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return app.ask({ as: 'editor', method: 'POST', path, raw, headers })
}
