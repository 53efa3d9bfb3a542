import { installationSecret } from '../http/auth/secret.ts'
import { Feed } from '../records/changes/changes.feed.ts'
import type { FollowingParts } from '../records/changes/changes.feed.routes.ts'
import { forgetHistory } from '../records/changes/changes.prune.write.ts'
import { KeptRepeats } from '../records/changes/changes.repeats.write.ts'
import { Stream } from '../records/changes/changes.stream.ts'
import { installationOf } from '../records/changes/changes.token.ts'
import { Watch } from '../records/changes/changes.watch.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../storage/db/dialect.ts'
import type { Context } from '../http/context.ts'

/** Puts together what following changes takes. */
export async function followingOf(
  { config, now }: { readonly config: Config; readonly now: () => Temporal.Instant },
  context: Context,
): Promise<FollowingParts & { close(): void }> {
  const feed = new Feed(context, installationOf(await installationSecret(context.db)))
  const watch = new Watch(context.db)
  const stream = new Stream({ feed, watch, most: config.streamReaders, now })
  return {
    feed,
    watch,
    stream,
    close: () => {
      watch.close()
      stream.close()
    },
  }
}

/** What requests with a key were answered, and how that and old changes are forgotten. */
export function keepingOf({
  db,
  now,
  config,
  log,
}: {
  readonly db: Database
  readonly now: () => Temporal.Instant
  readonly config: Pick<Config, 'historyDays'>
  readonly log: (message: string, error: unknown) => void
}): { readonly repeats: KeptRepeats; forget(): Promise<number> } {
  const repeats = new KeptRepeats({ db, now, log })
  return {
    repeats,
    forget: async () => (await forgetHistory(db, config.historyDays, now())) + (await repeats.forget()),
  }
}
