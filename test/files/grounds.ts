import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { startS3Server } from './s3Server.ts'
import type { Target } from './targets.ts'

/** Where the stores of a test file are. */
export interface Ground {
  /** A place that is empty. */
  fresh(): Promise<Target>
  /** Puts something there that is no file of ours. */
  plant(target: Target, name: string): Promise<void>
  close(): Promise<void>
}

/** Folders on a disk. */
async function diskGround(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-files-'))
  let places = 0
  return {
    fresh: async () => ({ kind: 'disk', folder: join(folder, String((places += 1)), 'media') }),
    plant: async (target, name) => {
      const path = join(folderOf(target), name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, 'planted')
      await symlink(path, join(dirname(path), 'link.png')).catch(() => {})
    },
    close: async () => rm(folder, { recursive: true, force: true }),
  }
}

/** Each place is a prefix of the one bucket. */
async function s3Ground(): Promise<Ground> {
  const server = await startS3Server()
  const { bucket: Bucket, endpoint = '', pathStyle: forcePathStyle = false, ...settings } = server.settings
  const client = new S3Client({
    ...settings,
    endpoint,
    forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  let places = 0
  return {
    fresh: async () => ({ kind: 's3', settings: { ...server.settings, prefix: `places/${(places += 1)}` } }),
    plant: async (target, name) => {
      const Key = `${target.kind === 's3' ? target.settings.prefix : ''}/${name}`
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'planted' }))
    },
    close: async () => {
      client.destroy()
      await server.close()
    },
  }
}

function folderOf(target: Target): string {
  if (target.kind !== 'disk') throw new TypeError('This place is no folder.')
  return target.folder
}

/** Every kind of store there is, by its name. */
export const grounds = [
  ['disk', diskGround],
  ['bucket', s3Ground],
] as const
