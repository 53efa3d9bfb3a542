import { Icon } from './icons.tsx'

/** What something was and what it becomes, beside each other; what is empty is left out. `spoken`: the words for both, for who hears them. */
export function FromTo(props: {
  readonly from: string
  readonly to: string
  readonly spoken?: readonly [from: string, to: string]
}) {
  const { from, to, spoken } = props
  return (
    <span class="become">
      {from !== '' && (
        <del dir="auto">
          {spoken && <span class="hidden">{spoken[0]}: </span>}
          {from}
        </del>
      )}
      <Icon name="forward" />
      {to !== '' && (
        <ins dir="auto">
          {spoken && <span class="hidden">{spoken[1]}: </span>}
          {to}
        </ins>
      )}
    </span>
  )
}
