import type { TObject } from 'typebox'
import type { Right } from '../../http/auth/rights.ts'
import type { RefusalCode } from '../../pure/errors/errors.ts'
import { wpNamespace } from '../../http/discovery.ts'
import { bareListAnswer, bareSizes, listAnswer, type Listed } from '../../http/list.ts'
import type { Answer } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import type { TermKind } from './terms.kind.ts'
import type { ListTerms } from './terms.params.ts'
import type { Ancestors, TermRow } from './terms.row.ts'
import { termView, wpTermView } from './terms.view.ts'

/** How an address represents categories or tags. */
export interface TermRepresentation {
  readonly schema: string
  /** The term; `ancestors` has every category above it. */
  readonly view: (row: TermRow, site: Site, ancestors: Ancestors) => object
  /** The address of the term, for `Location`. */
  readonly address: (row: Pick<TermRow, 'id'>, site: Site) => string
  /** A page of a list. */
  readonly list: (site: Site, listed: Listed) => Answer
  /** The default parameters of a list. */
  readonly usual: Partial<ListTerms>
  /** How many terms a page holds, and at most. */
  readonly sizes: Pick<Context, 'perPage' | 'perPageMax'>
  readonly listParams: TObject
  readonly createParams: TObject
  readonly rightToCreate: Right
  /** The refusal of an unknown ID in the address; without one it is a fault of the parameter. */
  readonly unknown?: RefusalCode
  /** Whether the filters of a list may name terms that there are none of, which match nothing; else that is a fault. */
  readonly allowsUnknown?: true
}

/** As the events namespace shows terms. */
export function ownRepresentation(kind: TermKind, sizes: TermRepresentation['sizes']): TermRepresentation {
  return {
    schema: kind.schema,
    view: termView,
    address: ({ id }, site) => `${site.rest}/${kind.key}/${id}`,
    list: (site, listed) => listAnswer(kind.list, site, listed),
    usual: {},
    sizes,
    listParams: kind.listParams,
    createParams: kind.createParams,
    rightToCreate: kind.right,
  }
}

/** As clients of the original know them, which look for a tag before they make it: bare lists, with unused terms too. */
export function wpRepresentation(kind: TermKind): TermRepresentation {
  const path = wpTermPath(kind)
  return {
    schema: `Wp${kind.schema}`,
    view: wpTermView,
    address: ({ id }, site) => `${site.root}${path}/${id}`,
    list: (site, listed) => bareListAnswer(`${site.root}${path}`, listed),
    usual: { hide_empty: false },
    sizes: bareSizes,
    ...kind.wp,
    unknown: 'rest_term_invalid',
    allowsUnknown: true,
  }
}

/** The path of the terms below the REST root. */
export function wpTermPath({ taxonomy }: TermKind): string {
  return `/${wpNamespace}/${taxonomy === 'post_tag' ? 'tags' : taxonomy}`
}
