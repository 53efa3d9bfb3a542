import type { TObject } from 'typebox'
import { ApiError } from '../../pure/errors/errors.ts'
import { wpNamespace } from '../../http/discovery.ts'
import {
  assertBarePage,
  assertPage,
  bareListAnswer,
  bareSizes,
  listAnswer,
  type Listed,
  type ListShape,
  type Page,
} from '../../http/list.ts'
import type { Answer, Faults } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import { listMediaParams, wpListMediaParams } from './media.params.ts'
import type { MediaRow } from './media.record.ts'
import { mediaView, wpMediaView } from './media.view.ts'

/** How an address represents images. */
export interface MediaRepresentation {
  readonly schema: string
  readonly view: (row: MediaRow, site: Site) => object
  /** The address of the image, for `Location`. */
  readonly address: (row: MediaRow, site: Site) => string
  /** The faults of an ID that no image has, or a refusal of its own, which it throws. */
  readonly unknown: (id: number) => Faults
  readonly listParams: TObject
  /** A page of the list of images. */
  readonly list: (site: Site, listed: Listed) => Answer
  /** Throws the refusal of a page past the end of the list. */
  readonly assertPage: (page: Page) => void
  /** How many images a page holds, and at most. */
  readonly sizes: Pick<Context, 'perPage' | 'perPageMax'>
  /** Whether a list tells how many records feature each image. */
  readonly tellsUses?: true
}

const list: ListShape = { key: 'media', order: 'items first', pastTheEnd: 'media-archive-page-not-found' }

/** As the namespace of events shows images. */
export function ownRepresentation(context: Context): MediaRepresentation {
  return {
    schema: 'Media',
    view: (row, site) => mediaView(row, site, context.siteZone),
    address: (row, site) => `${site.rest}/media/${row.id}`,
    unknown: (id) => ({ id: `must be the ID of an image, and none has the ID ${id}` }),
    listParams: listMediaParams,
    list: (site, listed) => listAnswer(list, site, listed),
    assertPage: (page) => assertPage(list, page),
    sizes: context,
    tellsUses: true,
  }
}

/** The path of images below the REST root, where clients of the original look for them. */
export const wpMediaPath = `/${wpNamespace}/media`

/** As clients of the original know images. */
export function wpRepresentation({ siteZone }: Pick<Context, 'siteZone'>): MediaRepresentation {
  return {
    schema: 'WpMedia',
    view: (row, site) => wpMediaView(row, site, siteZone),
    address: (row, site) => `${site.root}${wpMediaPath}/${row.id}`,
    unknown: (id) => {
      throw new ApiError('rest_post_invalid_id', { kind: 'image', id })
    },
    listParams: wpListMediaParams,
    list: (site, listed) => bareListAnswer(`${site.root}${wpMediaPath}`, listed),
    assertPage: assertBarePage,
    sizes: bareSizes,
  }
}
