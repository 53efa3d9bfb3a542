import { installationSecret } from './auth/secret.ts'
import { Feed } from './changes/changes.feed.ts'
import type { FollowingParts } from './changes/changes.feed.routes.ts'
import { Stream } from './changes/changes.stream.ts'
import { installationOf } from './changes/changes.token.ts'
import { Watch } from './changes/changes.watch.ts'
import type { Config } from './config.ts'
import type { Context } from './posts/context.ts'

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
