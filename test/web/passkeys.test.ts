import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf } from '../support/signedIn.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
beforeAll(async () => {
  app = await createTestApp()
  reader = await createReader(app)
})
afterAll(async () => {
  await reader.close()
  await app.close()
})

/** What the page of an account does to add a passkey. */
const add = `(async () => {
  const path = '/wp/v2/users/me/passkeys'
  const headers = { 'content-type': 'application/json' }
  const send = async (below, body) => {
    const answer = await fetch(path + below, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.json() }
  }
  const { body } = await send('/options', {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(body)
  const credential = await navigator.credentials.create({ publicKey })
  return send('', { name: 'This browser', response: credential.toJSON() })
})()`

test('somebody adds a passkey, signs out, and signs in with it alone, under the policy of the page', async () => {
  // Passkeys are for names.
  const baseURL = reader.origin.replace('127.0.0.1', 'localhost')
  const context = await reader.open({ baseURL, locale: 'en-GB' })
  // Chromium chooses by itself from the list at a field where an authenticator is not a real one.
  await context.addInitScript(`PublicKeyCredential.isConditionalMediationAvailable = async () => false`)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })

  const [, value = ''] = (await cookieOf(app, 'author')).split('=')
  await context.addCookies([{ name: 'kalends', value, url: baseURL, httpOnly: true, sameSite: 'Lax' }])
  await page.goto('/list')
  expect(await page.evaluate(add)).toMatchObject({
    status: 201,
    body: { name: 'This browser', host: 'localhost' },
  })
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ['localhost', true],
  ])

  await context.clearCookies()
  await page.goto('/signin?next=%2Flist')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/list')
  await page.getByText('Signed in as author').first().waitFor()
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ name: 'kalends', httpOnly: true, sameSite: 'Lax' })

  // Whose passkey was removed is told so, and whoever has none is told what else there is.
  await app.db.write((tx) => tx.deleteFrom('passkeys').execute())
  await context.clearCookies()
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('This passkey opens no account here').waitFor()
  expect(errors.filter((text) => !text.includes('status of 401'))).toEqual([])
  await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await context.close()
})
