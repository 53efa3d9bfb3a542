import { type Caller, can, type Right, rightToDelete, rightToEdit } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { existingEvent } from '../rows/event.access.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { itemMethods } from '../../http/item.ts'
import { repeated } from '../../http/list.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Answer, Ask, Endpoint, Faults, Lacking, Resource } from '../../http/resource.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { wholly } from '../../http/wholly.ts'
import { refusalOf, titleOf } from './media.choose.ts'
import { keepImageAnd } from './media.keep.ts'
import {
  type ListMedia,
  mediaParams,
  type SentMedia,
  type WpDeleteMedia,
  wpDeleteMediaParams,
} from './media.params.ts'
import { kinds } from '../posts/posts.kind.ts'
import { findOwned } from '../posts/posts.query.ts'
import { lacksOnId } from '../posts/posts.rights.ts'
import { findMedia, listMedia } from './media.query.ts'
import type { MediaRow } from './media.record.ts'
import {
  type MediaRepresentation,
  ownRepresentation,
  wpMediaPath,
  wpRepresentation,
} from './media.representation.ts'
import { replaceFile } from './media.replace.ts'
import { countUses } from './media.uses.query.ts'
import { type MediaChange, ownershipOf, ownershipToSay, removeMedia, updateMedia } from './media.write.ts'

/** The addresses of images below a namespace: the list, where uploads go too, and one by id. */
export function mediaResources(context: Context, uploadLimit: number): [Resource, ...Resource<ById>[]] {
  const address = { context, representation: ownRepresentation(context) }
  return [
    {
      path: '/media',
      pathParams: noParams,
      isExtension: true,
      bodyLimit: uploadLimit,
      endpoints: [listEndpoint(address), uploadEndpoint(address)],
      lacks: lacksOnCollection,
    },
    {
      path: '/media/{id}',
      pathParams: byId,
      isExtension: true,
      endpoints: [readEndpoint(address), removeEndpoint(address), updateEndpoint(address)],
      lacks: async (caller, { id }) => lacksOnImage(context, caller, id),
    },
    {
      path: '/media/{id}/file',
      pathParams: byId,
      isExtension: true,
      bodyLimit: uploadLimit,
      endpoints: [replaceEndpoint(address)],
      lacks: async (caller, { id }) => lacksOnFile(context, caller, id),
    },
    ...(['event', 'venue', 'organizer'] as const).map((kind) => ofRecord(address, kind, uploadLimit)),
  ]
}

/** Where a picture of a record is uploaded by who may edit it, also without the right to upload images. */
function ofRecord(
  address: MediaAddress,
  kind: 'event' | 'venue' | 'organizer',
  uploadLimit: number,
): Resource<ById> {
  const { read } = address.context.db
  const isEvent = kind === 'event'
  return {
    path: `/${kind}s/{id}/media`,
    pathParams: byId,
    isExtension: true,
    bodyLimit: uploadLimit,
    endpoints: [
      {
        ...uploadEndpoint<ById>(address),
        summary: `Upload an image for ${isEvent ? 'an event' : kind === 'venue' ? 'a venue' : 'an organizer'} that the caller may edit, also without the right to upload images: it is featured once the image of the record names it.`,
        operation: `upload${kind.charAt(0).toUpperCase()}${kind.slice(1)}Media`,
        check: async ({ path: { id } }) => {
          if (isEvent) await existingEvent(read, id)
          else if (!(await findOwned(read, kinds[kind], id)))
            return { id: `must be the ID of one of the ${kind}s, and none has the ID ${id}` }
          return {}
        },
      },
    ],
    lacks: async (caller, { id }) => lacksOnId(read, caller, id, isEvent ? 'anyone' : 'nobody'),
  }
}

/** The same under `wp/v2`, where clients of the original upload. */
export function wpMediaResources(
  context: Context,
  uploadLimit: number,
): [RootResource, Resource<ById> & { namespace: string }] {
  const address = { context, representation: wpRepresentation(context) }
  const namespace = wpNamespace
  return [
    {
      namespace,
      path: wpMediaPath,
      pathParams: noParams,
      bodyLimit: uploadLimit,
      endpoints: [listEndpoint(address), uploadEndpoint(address)],
      lacks: lacksOnCollection,
    },
    {
      namespace,
      path: `${wpMediaPath}/{id}`,
      pathParams: byId,
      endpoints: [readEndpoint(address), updateEndpoint(address), wpRemoveEndpoint(address)],
      lacks: async (caller, { id }) => lacksOnImage(context, caller, id),
    },
  ]
}

/** Where images are served, and how they are represented there. */
interface MediaAddress {
  readonly context: Context
  readonly representation: MediaRepresentation
}

function listEndpoint({ context, representation }: MediaAddress): Endpoint<object, ListMedia> {
  return {
    methods: ['GET'],
    summary: 'List stored images, by default the newest first.',
    params: withPageSizes(representation.listParams, representation.sizes),
    answer: { status: 200, says: 'One page of the list.', schema: `${representation.schema}List` },
    handle: async ({ params, caller, site }) => {
      const { rows, page } = await listMedia({ db: context.db, ...representation.sizes }, params, caller)
      representation.assertPage(page)
      const uses = representation.tellsUses
        ? await countUses(
            context.db.read,
            caller,
            rows.map(({ id }) => id),
          )
        : undefined
      const items = await inTimeSlices(rows, (row) => {
        const view = representation.view(row, site)
        return uses ? { ...view, used_by: uses.get(row.id) ?? 0 } : view
      })
      const { page: _page, ...others } = params
      const given = { ...others, per_page: page.perPage }
      const filters = repeated(given, Object.keys(representation.listParams.properties))
      return representation.list(site, { items, page, filters })
    },
  }
}

function uploadEndpoint<Path>(address: MediaAddress): Endpoint<Path, SentMedia> {
  const { context, representation } = address
  return {
    methods: ['POST'],
    takesFile: true,
    summary: 'Upload an image: as the file of a multipart form, or as the body with Content-Disposition.',
    params: mediaParams,
    answer: { status: 201, says: 'The stored image.', schema: representation.schema },
    handle: async (ask) => {
      const { params, file, caller, now, site } = ask
      if (!file) throw new ApiError('rest_upload_no_data')
      const { title, alt_text, caption, credit, ...further } = params
      const texts = {
        title: title ?? titleOf(file.name),
        alt_text: alt_text ?? '',
        caption: caption ?? '',
        credit: credit ?? '',
      }
      const arrived = { bytes: file.bytes, fileName: file.name, author_id: caller.id, now, ...texts }
      const answer = async (id: number, db: Context['db']) => {
        const change = { ...changeOf(representation, { ...ask, path: { id } }), now }
        if (Object.keys(further).length > 0) await updateMedia({ ...context, db }, further, change)
        const row = await existing(representation, db.read, id)
        return {
          status: 201,
          body: representation.view(row, site),
          headers: { Location: representation.address(row, site) },
        }
      }
      return keepImageAnd(context.db, context.media, arrived, answer).catch((error: unknown) => {
        throw refusalOf(error, 'file')
      })
    },
  }
}

function readEndpoint(address: MediaAddress): Endpoint<ById> {
  const { context, representation } = address
  return {
    ...itemMethods('image', representation.schema).read,
    params: noParams,
    check: ({ path }) => idFaults(address, path),
    handle: async ({ path, site }) => {
      const row = await existing(representation, context.db.read, path.id)
      return { body: representation.view(row, site), modifiedAt: row.modified_at }
    },
  }
}

function removeEndpoint(address: MediaAddress): Endpoint<ById> {
  const { context, representation } = address
  return {
    ...itemMethods('image', representation.schema).remove,
    summary: 'Remove an image for good, from whatever features it too.',
    params: noParams,
    check: ({ path }) => idFaults(address, path),
    handle: async (ask) => {
      const view = (last: MediaRow) => representation.view(last, ask.site)
      return { body: await removeMedia(context, changeOf(representation, ask), view) }
    },
  }
}

function updateEndpoint(address: MediaAddress): Endpoint<ById, SentMedia> {
  const { context, representation } = address
  return {
    ...itemMethods('image', representation.schema).update,
    summary: 'Change what is said about an image: what is sent changes, what is not stays.',
    params: mediaParams,
    check: ({ path }) => idFaults(address, path),
    handle: async (ask) => {
      const { now, path, site } = ask
      const change = { ...changeOf(representation, ask), now }
      return wholly(context, async (within) => {
        await updateMedia(within, ask.params, change)
        const row = await existing(representation, within.db.read, path.id)
        return { body: representation.view(row, site) }
      })
    },
  }
}

/** Another file for an image that is featured already. */
function replaceEndpoint(address: MediaAddress): Endpoint<ById> {
  const { context, representation } = address
  return {
    methods: ['POST'],
    takesFile: true,
    summary: 'Give an image another file: what features it shows that, and the former addresses lead to it.',
    operation: 'replaceMediaFile',
    params: noParams,
    answer: { status: 200, says: 'The image as it is now.', schema: `${representation.schema}File` },
    check: ({ path }) => idFaults(address, path),
    handle: async (ask) => {
      if (!ask.file) throw new ApiError('rest_upload_no_data')
      const { now, site, path } = ask
      const answer = async (db: Reader) =>
        representation.view(await existing(representation, db, path.id), site)
      const change = { ...changeOf(representation, ask), now, answer }
      const body = await replaceFile(context, ask.file, change).catch((error: unknown) => {
        throw refusalOf(error, 'file')
      })
      return { body }
    },
  }
}

/** Wire: refused unless it is for good; the answer holds the image as it last was, beside the word that it is gone. */
function wpRemoveEndpoint(address: MediaAddress): Endpoint<ById, WpDeleteMedia> {
  const remove = removeEndpoint(address)
  return {
    ...remove,
    params: wpDeleteMediaParams,
    answer: { ...remove.answer, schema: 'WpMediaRemoved' },
    handle: async (ask): Promise<Answer> => {
      if (!ask.params.force) throw new ApiError('rest_trash_not_supported')
      const { body } = await remove.handle(ask)
      return { body: { deleted: true, previous: body } }
    },
  }
}

/** The change that is asked for; the image about to be changed is compared, as a read would show it, with If-Match. */
function changeOf({ unknown, view }: MediaRepresentation, ask: Ask<ById>): MediaChange {
  const { path, caller, site } = ask
  return {
    id: path.id,
    caller,
    unknown,
    guard: (row) => ask.assertMatch(async () => view(row, site)),
  }
}

async function idFaults({ context, representation }: MediaAddress, { id }: ById): Promise<Faults> {
  return (await findMedia(context.db.read, id)) ? {} : representation.unknown(id)
}

async function existing({ unknown }: MediaRepresentation, db: Reader, id: number): Promise<MediaRow> {
  const row = await findMedia(db, id)
  if (!row) throw invalidParams(unknown(id))
  return row
}

async function lacksOnCollection(caller: Caller): Promise<Lacking> {
  return can(caller, 'upload') ? {} : { POST: 'upload' }
}

async function lacksOnImage({ db }: Context, caller: Caller, id: number): Promise<Lacking> {
  const row = await findMedia(db.read, id)
  const said = row ? await ownershipToSay(db.read, row) : nobodys
  return lacking(caller, rightToEdit(caller, said), rightToDelete(caller, row ? ownershipOf(row) : nobodys))
}

async function lacksOnFile({ db }: Context, caller: Caller, id: number): Promise<Lacking> {
  const row = await findMedia(db.read, id)
  const owned = row ? ownershipOf(row) : nobodys
  return lacking(caller, rightToEdit(caller, owned), rightToDelete(caller, owned))
}

const nobodys = ownershipOf({ author_id: -1 })

function lacking(caller: Caller, edit: Right, remove: Right): Lacking {
  return {
    ...(can(caller, edit) ? {} : { POST: edit, PUT: edit, PATCH: edit }),
    ...(can(caller, remove) ? {} : { DELETE: remove }),
  }
}
