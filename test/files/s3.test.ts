import { afterAll, beforeAll, expect, test } from 'vitest'
import { createS3Store } from '../../src/storage/files/s3.ts'
import { type S3Server, startS3Server } from './s3Server.ts'

const key = '2026/11/big.png'
const bytes = Buffer.from('bytes')
let server: S3Server
beforeAll(async () => {
  server = await startS3Server({ strict: true })
})
afterAll(async () => server.close())

test('requests are signed as the service wants them', async () => {
  const store = createS3Store({ ...server.settings, prefix: 'kalends/media' })
  expect(await store.create(key, bytes, 'image/png')).toBe(true)
  await store.put(key, bytes, 'image/png')
  expect(await store.stat(key)).toMatchObject({ size: 5 })
  const { stream } = (await store.open(key)) ?? {}
  expect(Buffer.concat((await stream?.toArray()) as Buffer[])).toEqual(bytes)
})

test('the prefix stands before the key, and the content type goes with the bytes', async () => {
  const whole = createS3Store(server.settings)
  expect(await whole.stat(key)).toBeUndefined()
  expect(await whole.stat(`kalends/media/${key}`)).toMatchObject({ size: 5 })
  const answer = await fetch(`${server.settings.endpoint}/media/kalends/media/${key}`)
  expect(answer.headers.get('content-type')).toBe('image/png')
})

test.each([
  ['a wrong secret', { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' } }],
  ['an unknown access key', { credentials: { accessKeyId: 'nobody', secretAccessKey: 'S3RVER' } }],
  ['a bucket that is not there', { bucket: 'elsewhere' }],
])('with %s a put fails', async (_, wrong) => {
  const store = createS3Store({ ...server.settings, ...wrong })
  await expect(store.put(key, bytes, 'image/png')).rejects.toThrow()
  await expect(store.open(key)).rejects.toThrow()
})

test('without a service a put fails', async () => {
  const store = createS3Store({ ...server.settings, endpoint: 'http://127.0.0.1:9' })
  await expect(store.put(key, bytes, 'image/png')).rejects.toThrow()
})
