import { can, rightToDelete, rightToEdit } from '../auth/rights.ts'
import { ApiError } from '../errors.ts'
import { invalidParams } from '../http/decode.ts'
import { itemMethods } from '../http/item.ts'
import {
  assertPage,
  bareListAnswer,
  bareSizes,
  listAnswer,
  type Listed,
  type ListShape,
  repeated,
} from '../http/list.ts'
import type { RootResource } from '../http/discovery.ts'
import type { Answer, Ask, Endpoint, Lacking, Resource } from '../http/resource.ts'
import type { Caller } from '../auth/rights.ts'
import type { Site } from '../http/site.ts'
import { withPageSizes } from '../params/numbers.ts'
import type { Context } from '../posts/context.ts'
import { type ById, byId, noParams } from '../posts/posts.params.ts'
import { refusalOf, titleOf } from './media.choose.ts'
import { keepImage } from './media.keep.ts'
import { type ListMedia, listMediaParams, mediaParams, type SentMedia } from './media.params.ts'
import { findMedia, listMedia } from './media.query.ts'
import type { MediaRow } from './media.record.ts'
import { mediaView, wpMediaView } from './media.view.ts'
import { ownershipOf, removeMedia, updateMedia } from './media.write.ts'

const list: ListShape = { key: 'media', order: 'items first', pastTheEnd: 'media-archive-page-not-found' }

/** How an address represents images. */
interface Representation {
  readonly schema: string
  readonly view: (row: MediaRow, site: Site) => object
  /** The address of the image, for `Location`. */
  readonly address: (row: MediaRow, site: Site) => string
  /** A page of the list of images. */
  readonly list: (site: Site, listed: Listed) => Answer
  /** How many images a page holds, and at most. */
  readonly sizes: Pick<Context, 'perPage' | 'perPageMax'>
}

/** The addresses of images below a namespace: the list, where uploads go too, and one by id. */
export function mediaResources(context: Context, uploadLimit: number): [Resource, Resource<ById>] {
  const representation: Representation = {
    schema: 'Media',
    view: (row, site) => mediaView(row, site, context.siteZone),
    address: (row, site) => `${site.rest}/media/${row.id}`,
    list: (site, listed) => listAnswer(list, site, listed),
    sizes: context,
  }
  return [
    {
      path: '/media',
      pathParams: noParams,
      isExtension: true,
      bodyLimit: uploadLimit,
      endpoints: [listEndpoint(context, representation), uploadEndpoint(context, representation)],
      lacks: lacksOnCollection,
    },
    {
      path: '/media/{id}',
      pathParams: byId,
      isExtension: true,
      endpoints: [
        readEndpoint(context, representation),
        removeEndpoint(context, representation),
        updateEndpoint(context, representation),
      ],
      lacks: async (caller, { id }) => lacksOnImage(context, caller, id),
    },
  ]
}

/** The same under `wp/v2`, where clients of the original upload. */
export function wpMediaResources(
  context: Context,
  uploadLimit: number,
): [RootResource, Resource<ById> & { namespace: string }] {
  const representation: Representation = {
    schema: 'WpMedia',
    view: (row, site) => wpMediaView(row, site, context.siteZone),
    address: (row, site) => `${site.root}/wp/v2/media/${row.id}`,
    list: (site, listed) => bareListAnswer(`${site.root}/wp/v2/media`, listed),
    sizes: bareSizes,
  }
  const namespace = 'wp/v2'
  return [
    {
      namespace,
      path: '/wp/v2/media',
      pathParams: noParams,
      bodyLimit: uploadLimit,
      endpoints: [listEndpoint(context, representation), uploadEndpoint(context, representation)],
      lacks: lacksOnCollection,
    },
    {
      namespace,
      path: '/wp/v2/media/{id}',
      pathParams: byId,
      endpoints: [readEndpoint(context, representation), updateEndpoint(context, representation)],
      lacks: async (caller, { id }) => lacksOnImage(context, caller, id),
    },
  ]
}

function listEndpoint(context: Context, representation: Representation): Endpoint<object, ListMedia> {
  return {
    methods: ['GET'],
    summary: 'List stored images, the newest first.',
    params: withPageSizes(listMediaParams, representation.sizes),
    answer: { status: 200, says: 'One page of the list.', schema: `${representation.schema}List` },
    handle: async ({ params, site }) => {
      const { rows, page } = await listMedia({ db: context.db, ...representation.sizes }, params)
      assertPage(list, page)
      const items = rows.map((row) => representation.view(row, site))
      const { search, include, slug } = params
      const given = { per_page: page.perPage, search, include, slug }
      const filters = repeated(given, Object.keys(given))
      return representation.list(site, { items, page, filters })
    },
  }
}

function uploadEndpoint(context: Context, representation: Representation): Endpoint<object, SentMedia> {
  return {
    methods: ['POST'],
    summary: 'Upload an image: as the file of a multipart form, or as the body with Content-Disposition.',
    params: mediaParams,
    answer: { status: 201, says: 'The stored image.', schema: representation.schema },
    handle: async ({ params, file, caller, now, site }) => {
      if (!file) throw new ApiError('rest_upload_no_data')
      const { title, alt_text, caption, credit } = params
      const texts = {
        title: title ?? titleOf(file.name),
        alt_text: alt_text ?? '',
        caption: caption ?? '',
        credit: credit ?? '',
      }
      const arrived = { bytes: file.bytes, fileName: file.name, author_id: caller.id, now, ...texts }
      const id = await keepImage(context.db, context.media, arrived).catch((error: unknown) => {
        throw refusalOf(error, 'file')
      })
      const row = await existing(context, id)
      return {
        status: 201,
        body: representation.view(row, site),
        headers: { Location: representation.address(row, site) },
      }
    },
  }
}

function readEndpoint(context: Context, representation: Representation): Endpoint<ById> {
  return {
    ...itemMethods('image', representation.schema).read,
    params: noParams,
    check: (ask) => idFaults(context, ask),
    handle: async ({ path, site }) => {
      const row = await existing(context, path.id)
      return { body: representation.view(row, site), modifiedAt: row.modified_at }
    },
  }
}

function removeEndpoint(context: Context, representation: Representation): Endpoint<ById> {
  return {
    ...itemMethods('image', representation.schema).remove,
    summary: 'Remove an image for good, from whatever features it too.',
    params: noParams,
    check: (ask) => idFaults(context, ask),
    handle: async (ask) => {
      const last = await existing(context, ask.path.id)
      await removeMedia(context, { id: last.id, caller: ask.caller, guard: guardOf(representation, ask) })
      return { body: representation.view(last, ask.site) }
    },
  }
}

function updateEndpoint(context: Context, representation: Representation): Endpoint<ById, SentMedia> {
  return {
    ...itemMethods('image', representation.schema).update,
    summary: 'Change what is said about an image: what is sent changes, what is not stays.',
    params: mediaParams,
    check: (ask) => idFaults(context, ask),
    handle: async (ask) => {
      const { caller, now, path, site } = ask
      await updateMedia(context, ask.params, {
        id: path.id,
        caller,
        now,
        guard: guardOf(representation, ask),
      })
      return { body: representation.view(await existing(context, path.id), site) }
    },
  }
}

/** Compares the image about to be changed, as a read would show it, with If-Match. */
function guardOf(representation: Representation, { assertMatch, site }: Pick<Ask, 'assertMatch' | 'site'>) {
  return (row: MediaRow) => assertMatch(async () => representation.view(row, site))
}

async function idFaults({ db }: Context, { path: { id } }: { path: ById }) {
  return (await findMedia(db.read, id)) ? {} : { id: `must be the ID of an image, and none has the ID ${id}` }
}

async function existing({ db }: Context, id: number): Promise<MediaRow> {
  const row = await findMedia(db.read, id)
  if (!row) throw invalidParams({ id: `must be the ID of an image, and ${id} is gone` })
  return row
}

async function lacksOnCollection(caller: Caller): Promise<Lacking> {
  return can(caller, 'upload') ? {} : { POST: 'upload' }
}

async function lacksOnImage({ db }: Context, caller: Caller, id: number): Promise<Lacking> {
  const row = await findMedia(db.read, id)
  const ownership = ownershipOf(row ?? { author_id: -1 })
  const [edit, remove] = [rightToEdit(caller, ownership), rightToDelete(caller, ownership)]
  return {
    ...(can(caller, edit) ? {} : { POST: edit, PUT: edit, PATCH: edit }),
    ...(can(caller, remove) ? {} : { DELETE: remove }),
  }
}
