import { decode } from '../../http/decodedParameters.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { type LinkedParams, sentOf } from '../linked/linked.fields.ts'
import { assertNamed } from '../linked/linked.write.ts'
import { chooseImage, type Choosing, keptId, refusalOf } from '../media/media.choose.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Linked } from '../../pure/params/lists.ts'
import type { Context } from '../../http/context.ts'
import type { SentPost } from '../posts/posts.write.ts'
import { venueKind } from '../venues/venues.kind.ts'
import type { UpdateEvent } from './events.params.ts'

/** The id of the image that was chosen. */
export type WithImage = Pick<SentPost, 'image_id'>

/**
 * What was sent, with ids in the place of all its images, those of new venues and organizers included: images that are not
 * stored yet are fetched first, with no transaction open. Throws 400 for the parameter when an image cannot be fetched, and
 * before any is fetched if a new venue or organizer has no name.
 */
export async function withImages<Sent extends UpdateEvent>(
  context: Context,
  sent: Sent,
  choosing: Choosing,
): Promise<Sent & WithImage> {
  for (const kind of [venueKind, organizerKind])
    for (const linked of sent[kind.name] ?? []) assertHasName(kind, linked)
  const image_id = await chooseImage(context, sent.image, choosing)
  const nested: UpdateEvent = {}
  for (const kind of [venueKind, organizerKind]) {
    const wanted = sent[kind.name]
    if (wanted) nested[kind.name] = await withImagesIn(context, kind, wanted, choosing)
  }
  return { ...sent, ...nested, image_id }
}

function assertHasName(kind: LinkedKind, linked: Linked): void {
  if ('id' in linked) return
  const { values } = decode(kind.createParams, { [kind.name]: linked.fields[kind.name] })
  assertNamed(kind, sentOf(kind, values).title ?? '', 'notCreated')
}

async function withImagesIn(
  context: Context,
  kind: LinkedKind,
  wanted: readonly Linked[],
  choosing: Choosing,
): Promise<readonly Linked[]> {
  return inTimeSlices(wanted, async (linked) => {
    if ('id' in linked) return linked
    const { image }: LinkedParams = decode(kind.createParams, linked.fields).values
    if (!image) return linked
    const id = await keptId(context, image, choosing).catch((error: unknown) => {
      throw refusalOf(error, kind.name, 'image')
    })
    return { fields: { ...linked.fields, image: id } }
  })
}
