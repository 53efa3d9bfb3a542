import { Type } from 'typebox'
import { readWebUrl } from '../text/address.ts'
import { isObject } from './lists.ts'
import { idOrNone, wholeNumber } from './numbers.ts'
import { Fault, isNone, parameter, quote, readOtherwise, readParameter } from './parameter.ts'

/** A featured image: one that is stored, or one to be fetched. */
export type ImageChoice = { readonly id: number } | { readonly url: string }

/** The most characters of an address. */
const addressLimit = 2_000

/** The featured image by id or URL; a record's own image object stands for its id, empty values and false clear it (D7, D18, D49). */
export const image = parameter(
  Type.String({
    description: 'The featured image: the ID of a stored image, or the http(s) address of one.',
  }),
  (sent): ImageChoice | null => {
    const given = isObject(sent) ? sent['id'] : sent
    if (isNone(given)) return null
    const id = wholeNumber(given)
    if (id !== undefined && id > 0) return { id }
    const url = typeof given === 'string' && given.length <= addressLimit ? readWebUrl(given) : undefined
    if (url === undefined)
      throw new Fault(`must be the ID of an image or an http(s) address of one, not ${quote(sent)}`)
    return { url }
  },
)

const idOfImage = idOrNone('The ID of the featured image; 0 for none.')

/** The featured image by its ID alone; empty values and 0 clear it. */
export const imageId = readOtherwise(idOfImage, (sent): ImageChoice | null => {
  const id = readParameter(idOfImage, sent) as number | null
  return id === null ? null : { id }
})
