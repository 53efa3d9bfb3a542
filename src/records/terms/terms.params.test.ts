import { describe, expect, it } from 'vitest'
import { decode } from '../../http/decodedParameters.ts'
import {
  createCategoryParams,
  createTagParams,
  listCategoriesParams,
  listTagsParams,
  updateCategoryParams,
  updateTagParams,
} from './terms.params.ts'

describe('the list parameters', () => {
  it('come in the order of the specification', () => {
    const names = [
      'page',
      'per_page',
      'search',
      'exclude',
      'include',
      'order',
      'orderby',
      'hide_empty',
      'parent',
      'post',
      'event',
      'slug',
    ]
    expect(Object.keys(listCategoriesParams.properties)).toEqual(names)
    expect(Object.keys(listTagsParams.properties)).toEqual(names.filter((name) => name !== 'parent'))
  })
})

describe.each([
  [
    'a category created',
    createCategoryParams,
    ['0', 0, -1],
    [
      [5, 5],
      ['5', 5],
      ['', undefined],
      [null, undefined],
      ['foo', 'foo'],
    ],
  ],
  [
    'a category changed',
    updateCategoryParams,
    [-1],
    [
      [5, 5],
      ['5', 5],
      ['foo', 'foo'],
      ['', null],
      [null, null],
      [[], null],
      [0, null],
      ['0', null],
    ],
  ],
] as const)('the parent of %s', (_, declared, refused, accepted) => {
  it.each(refused.map((sent) => [sent]))('refuses %j', (sent) => {
    expect(decode(declared, { parent: sent }).faults.get('parent')?.kind).toBe('value')
  })

  it.each(accepted.map(([sent, read]) => [sent, read]))('reads %j as %j', (sent, read) => {
    expect(decode(declared, { parent: sent }).values['parent']).toBe(read)
  })
})

describe('what a term is written with', () => {
  it.each([createCategoryParams, createTagParams])(
    'takes what is empty as not given on create',
    (declared) => {
      for (const none of [null, '']) {
        const { values, given } = decode(declared, { name: 'A', slug: none, parent: none, description: none })
        expect(values).toEqual({ name: 'A' })
        expect([...given]).toEqual(['name'])
      }
    },
  )

  it.each([updateCategoryParams, updateTagParams])('clears a description', (declared) => {
    expect(decode(declared, { description: '' }).values).toEqual({ description: null })
  })

  it.each([
    ['name', ''],
    ['name', 5],
    ['name', ['x']],
    ['name', 'x'.repeat(201)],
    ['slug', ''],
    ['slug', 5],
    ['description', 5],
  ])('refuses %s %j', (name, sent) => {
    expect([...decode(updateTagParams, { [name]: sent }).faults.keys()]).toEqual([name])
  })

  it('reads a parent of a tag, to be refused later', () => {
    expect(decode(createTagParams, { parent: 0 }).values).toEqual({ parent: 0 })
  })
})
