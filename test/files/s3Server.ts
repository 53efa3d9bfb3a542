import { createHash } from 'node:crypto'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import S3Error from '@20minutes/s3rver/lib/models/error.js'
import type { S3Settings } from '../../src/files/s3.ts'

/** An S3-compatible server on loopback, with one bucket and data that is thrown away with it. */
export interface S3Server {
  readonly settings: S3Settings
  close(): Promise<void>
}

/**
 * Starts s3rver. It takes the signature of requests without a key (lists, removals) for wrong, because it forgets the
 * slash behind the bucket: so wrong signatures are let through unless it is `strict`. A wrong access key never is.
 */
export async function startS3Server({ strict = false } = {}): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'kalends-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    allowMismatchedSignatures: !strict,
    configureBuckets: [{ name: 'media' }],
  })
  mend(server.store)
  const { port } = await server.run()
  return {
    settings: {
      bucket: 'media',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      pathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    close: async () => {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * What S3 promises and s3rver does not keep: an object appears whole or not at all, a read sees one version of it,
 * `If-None-Match: *` creates, and a range may end with the first byte.
 */
function mend(store: S3rver['store']): void {
  const { putObject, getObject } = { putObject: store.putObject.bind(store), getObject: store.getObject.bind(store) }
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(action)
    turn = mine.catch(() => {})
    return mine
  }
  store.putContent = async (path, content) => {
    await writeFile(`${path}.aside`, content)
    await rename(`${path}.aside`, path)
    return [content.length, createHash('md5').update(content).digest('hex')]
  }
  store.putObject = async (object) => {
    object.content = Buffer.isBuffer(object.content) ? object.content : await buffer(object.content)
    return inTurn(async () => {
      const isThere = object.metadata['if-none-match'] === '*' && (await store.existsObject(object.bucket, object.key))
      if (isThere) throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
      return putObject(object)
    })
  }
  store.getObject = async (bucket, key, range) => {
    // It takes a 0 for no end; the object of a 0 is none to it.
    const mended = range.end === 0 ? { ...range, end: Object(0) as number } : range
    return inTurn(async () => getObject(bucket, key, mended))
  }
}
