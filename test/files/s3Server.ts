import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { S3Settings } from '../../src/config/storePlace.ts'

/** An S3-compatible server on loopback, with one bucket and data that is thrown away with it. */
export interface S3Server {
  readonly settings: S3Settings
  close(): Promise<void>
}

const program = fileURLToPath(new URL('./s3Process.ts', import.meta.url))

/**
 * Starts s3rver. It takes the signature of requests without a key (lists, removals) for wrong, because it forgets the
 * slash behind the bucket: so wrong signatures are let through unless it is `strict`. A wrong access key never is. It
 * makes its continuation tokens with DES, which OpenSSL has among its legacies.
 */
export async function startS3Server({ strict = false } = {}): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'kalends-s3-'))
  const child = spawn(process.execPath, ['--openssl-legacy-provider', program, directory, String(!strict)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [port] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])
  return {
    settings: {
      bucket: 'media',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${Number(port)}`,
      pathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    close: async () => {
      child.stdin.end()
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
