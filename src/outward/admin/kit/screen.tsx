import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import { Failed } from '../parts.tsx'
import { useTitle } from '../title.ts'
import type { Reading } from './read.ts'

/** A screen: its heading, what it says of itself, what may be begun here; and what went wrong with reading it. */
export function Screen(props: {
  readonly title: string
  readonly says?: ComponentChildren
  /** What else may be done here, before what is begun. */
  readonly acts?: ComponentChildren
  readonly begin?: readonly [says: string, does: () => void]
  readonly read: Pick<Reading<unknown>, 'fault' | 'again'>
  readonly children: ComponentChildren
}) {
  const { title, says, acts, begin, children } = props
  const { fault, again } = props.read
  useTitle(title)
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
            {begin && (
              <button type="button" onClick={begin[1]}>
                <Icon name="plus" />
                {begin[0]}
              </button>
            )}
          </div>
        )}
      </div>
      {fault !== '' && <Failed fault={fault} onAgain={again} />}
      {children}
    </>
  )
}
