import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import { Failed, type LinkTo } from '../parts.tsx'
import { useTitle } from '../title.ts'
import type { Reading } from './read.ts'

/** A screen: its heading, what it says of itself, what may be begun here; and what went wrong with reading it. */
export function Screen(props: {
  readonly title: string
  /** What its page is called, where not by its heading. */
  readonly pageTitle?: string
  readonly says?: ComponentChildren
  /** What else may be done here, before what is begun. */
  readonly acts?: ComponentChildren
  /** What is done to begin, or where. */
  readonly begin?: readonly [says: string, does: (() => void) | string] | undefined
  /** The parts of what the screen has. */
  readonly tabs?: ComponentChildren
  readonly read: Pick<Reading<unknown>, 'fault' | 'again'> & Partial<Pick<Reading<unknown>, 'isRefused'>>
  /** Where who is refused goes on, where not at what stands above it. */
  readonly back?: LinkTo | undefined
  readonly children: ComponentChildren
}) {
  const { title, says, acts, begin, tabs, children } = props
  const { fault, isRefused, again } = props.read
  useTitle(props.pageTitle ?? title)
  return (
    <>
      <div class="head">
        <div>
          <h1>{title}</h1>
          {says && <p>{says}</p>}
        </div>
        {(acts || begin) && (
          <div class="acts">
            {acts}
            {begin && <Begin says={begin[0]} does={begin[1]} />}
          </div>
        )}
      </div>
      {tabs}
      {fault !== '' && <Failed fault={fault} isRefused={isRefused} onAgain={again} back={props.back} />}
      {children}
    </>
  )
}

function Begin({ says, does }: { readonly says: string; readonly does: (() => void) | string }) {
  const inside = (
    <>
      <Icon name="plus" />
      {says}
    </>
  )
  return typeof does === 'string' ? (
    <a class="button" href={does}>
      {inside}
    </a>
  ) : (
    <button type="button" onClick={does}>
      {inside}
    </button>
  )
}
