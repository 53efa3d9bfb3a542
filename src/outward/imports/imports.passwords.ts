import { createPasswordDigest, installationSecret } from '../../http/auth/secret.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { ImportBatch } from './imports.record.ts'

/** The batch with the passwords of events as the digests under which they are kept (D23): from here on nobody knows them. */
export async function withDigests<Batch extends Pick<ImportBatch, 'records'>>(
  db: Database,
  batch: Batch,
): Promise<Batch> {
  const records = await Promise.all(
    batch.records.map(async (record) => {
      if (record.kind !== 'event' || 'fault' in record || record.password === undefined) return record
      const { password, ...rest } = record
      const password_digest = password === null ? null : await (await digestFor(db))(password)
      return { ...rest, kept: { ...rest.kept, password_digest } }
    }),
  )
  return { ...batch, records }
}

const digests = new WeakMap<Database, Promise<(password: string) => Promise<string>>>()

function digestFor(db: Database): Promise<(password: string) => Promise<string>> {
  const known = digests.get(db) ?? installationSecret(db).then(createPasswordDigest)
  digests.set(db, known)
  return known
}
