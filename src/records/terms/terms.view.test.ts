import { describe, expect, it } from 'vitest'
import { siteOf } from '../../http/site.ts'
import type { TermRow } from './terms.row.ts'
import { nestedTermView, termView } from './terms.view.ts'

const site = siteOf({ siteUrl: 'https://calendar.example', restRoot: '' }, 'vendor/events/v1', '')
const rest = 'https://calendar.example/vendor/events/v1'
const child: TermRow = {
  id: 22,
  taxonomy: 'tribe_events_cat',
  name: 'A & B',
  slug: 'child',
  description: '<b>x</b> & y',
  parent: 21,
  count: 3,
  color: null,
}
const tag: TermRow = { ...child, taxonomy: 'post_tag', parent: 0 }
const ancestors = new Map([
  [21, { slug: 'parent', parent: 20, color: 'rose' }],
  [20, { slug: 'top', parent: 0, color: null }],
])

describe('termView', () => {
  it('shows a category, its members in order, its page below its ancestors', () => {
    expect(JSON.stringify(termView(child, site, ancestors))).toBe(
      JSON.stringify({
        id: 22,
        count: 3,
        description: '<b>x</b> &amp; y',
        name: 'A &amp; B',
        slug: 'child',
        taxonomy: 'tribe_events_cat',
        parent: 21,
        meta: [],
        url: 'https://calendar.example/events/category/top/parent/child/',
        urls: {
          self: `${rest}/categories/22`,
          collection: `${rest}/categories`,
          up: `${rest}/categories/21`,
        },
        color: 'rose',
      }),
    )
  })

  it('shows a tag without parent', () => {
    const view = termView(tag, site, new Map())
    expect(Object.keys(view)).toEqual([
      'id',
      'count',
      'description',
      'name',
      'slug',
      'taxonomy',
      'meta',
      'url',
      'urls',
    ])
    expect(view.url).toBe('https://calendar.example/tag/child/')
    expect(view.urls).toEqual({ self: `${rest}/tags/22`, collection: `${rest}/tags` })
  })

  it('ends on a loop of ancestors', () => {
    const loop = new Map([
      [21, { slug: 'parent', parent: 22, color: null }],
      [22, { slug: 'child', parent: 21, color: null }],
    ])
    expect(termView(child, site, loop).url).toBe('https://calendar.example/events/category/parent/child/')
  })
})

describe('nestedTermView', () => {
  it('shows the term as an event has it', () => {
    expect(JSON.stringify(nestedTermView(tag, { site }))).toBe(
      JSON.stringify({
        name: 'A &amp; B',
        slug: 'child',
        term_group: 0,
        term_taxonomy_id: 22,
        taxonomy: 'post_tag',
        description: '<b>x</b> &amp; y',
        parent: 0,
        count: 3,
        filter: 'raw',
        id: 22,
        urls: { self: `${rest}/tags/22`, collection: `${rest}/tags` },
      }),
    )
  })

  it('shows the way up from a child', () => {
    expect(nestedTermView(child, { site }).urls.up).toBe(`${rest}/categories/21`)
  })
})
