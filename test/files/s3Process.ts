// The S3-compatible server of the tests, s3rver, in a process of its own: prints its port, ends when its input does.
import { createHash } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import S3Error from '@20minutes/s3rver/lib/models/error.js'

const [, , directory, allowMismatchedSignatures] = process.argv
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  vhostBuckets: false,
  allowMismatchedSignatures: allowMismatchedSignatures === 'true',
  configureBuckets: [{ name: 'media' }],
})
mend(server.store)
const { port } = await server.run()
process.stdout.write(`${port}\n`)
process.stdin.resume().once('end', () => process.exit())

/**
 * What S3 promises and s3rver does not keep: an object appears whole or not at all, a read sees one version of it,
 * `If-None-Match: *` creates, a range may end with the first byte, and many objects may be removed at once.
 */
function mend(store: S3rver['store']): void {
  const inTurn = queue()
  const [put, get, remove] = [
    store.putObject.bind(store),
    store.getObject.bind(store),
    store.deleteObject.bind(store),
  ]
  store.putContent = async (path, content) => {
    await writeFile(`${path}.aside`, content)
    await rename(`${path}.aside`, path)
    return [content.length, createHash('md5').update(content).digest('hex')]
  }
  store.putObject = async (object) => {
    const { content, bucket, key } = object
    const isNew = content instanceof IncomingMessage && content.headers['if-none-match'] === '*'
    object.content = Buffer.isBuffer(content) ? content : await buffer(content)
    return inTurn(async () => {
      if (!isNew || !(await store.existsObject(bucket, key))) return put(object)
      throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
    })
  }
  store.getObject = async (bucket, key, range) => {
    // A 0 means no end to it, but the object of a 0 does not.
    const mended = range.end === 0 ? { ...range, end: Object(0) as number } : range
    return inTurn(async () => get(bucket, key, mended))
  }
  store.deleteObject = async (bucket, key) => inTurn(async () => remove(bucket, key))
}

/** Runs what it is given one after the other. */
function queue(): <Result>(action: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve()
  return async (action) => {
    const mine = turn.then(action)
    turn = mine.catch(() => {})
    return mine
  }
}
